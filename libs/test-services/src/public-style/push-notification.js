// Pushes a text to a service, as scripts do at the end of their work.
//> code 200
//> {"title":"日报","desp":"3 done"}
var SENDKEY = hamibot.env.key;
function push(title, content) {
  var res = http.postJson(hamibot.env.url + '/echo?key=' + SENDKEY, { title: title, desp: content });
  log('code ' + res.statusCode);
  return res.body.json();
}
var answer = push('日报', '3 done');
log(answer.body);
