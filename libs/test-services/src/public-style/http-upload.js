//> true true true
files.write('./1.txt', 'content of the file');
var res = http.postMultipart(hamibot.env.url + '/echo', {
  appId: 'abc',
  file: ['1.txt', 'text/plain', './1.txt'],
});
var body = res.body.json().body;
log(
  body.indexOf('name="appId"') > 0,
  body.indexOf('filename="1.txt"') > 0,
  body.indexOf('content of the file') > 0
);
