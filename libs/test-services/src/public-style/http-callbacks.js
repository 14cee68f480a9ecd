//> sent
//> got 200 GET
//> failed true
http.get(hamibot.env.url + '/echo', {}, function (res, err) {
  if (err) {
    console.error(err);
    return;
  }
  log('got ' + res.statusCode + ' ' + res.body.json().method);
  http.get('http://127.0.0.1:' + hamibot.env.closedPort, {}, function (res, err) {
    log('failed ' + (err !== undefined));
  });
});
log('sent');
