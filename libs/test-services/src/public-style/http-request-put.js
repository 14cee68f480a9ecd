//> PUT text/plain raw body
//> DELETE
var r = http.request(hamibot.env.url + '/echo', {
  method: 'PUT',
  contentType: 'text/plain',
  body: 'raw body',
});
var echo = r.body.json();
log(echo.method + ' ' + echo.headers['content-type'].split(';')[0] + ' ' + echo.body);
log(http.request(hamibot.env.url + '/echo', { method: 'DELETE' }).body.json().method);
