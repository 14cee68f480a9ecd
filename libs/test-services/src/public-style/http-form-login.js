//> POST application/x-www-form-urlencoded
//> user=%E5%BC%A0&pass=a%26b
//> not found: 404
var res = http.post(hamibot.env.url + '/echo', { user: '张', pass: 'a&b' });
var echo = res.body.json();
log(echo.method + ' ' + echo.headers['content-type']);
log(echo.body);
var missing = http.get(hamibot.env.url + '/missing');
if (missing.statusCode !== 200) {
  toastLog('not found: ' + missing.statusCode);
}
