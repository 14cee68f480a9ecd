//> try 1
//> try 2
//> 你好
function retry(times, act) {
  for (var i = 1; i <= times; i++) {
    log('try ' + i);
    try {
      return act(i);
    } catch (e) {
      sleep(10);
    }
  }
}
var text = retry(3, function (i) {
  if (i === 1) return http.get('127.0.0.1:' + hamibot.env.closedPort, { timeout: 2000 }).body.string();
  return http.get(hamibot.env.url + '/gbk').body.string();
});
log(text);
