//> 200 OK
//> zh-cn
//> application/json
var r = http.get(hamibot.env.url + '/echo', {
  headers: { 'Accept-Language': 'zh-cn', 'User-Agent': 'Mozilla/5.0' },
});
log(r.statusCode + ' ' + r.statusMessage);
var body = JSON.parse(r.body.string());
log(body.headers['accept-language']);
log(r.headers['Content-Type']);
