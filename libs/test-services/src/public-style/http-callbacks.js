//> sending
//> got 200 GET
//> failed true
log('sending');
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
