//> child says hello
//> true
events.broadcast.on('hello', function (text) {
  log(text);
  var engine = execution.getEngine();
  log(!engine.isDestroyed());
  engine.forceStop();
  clearInterval(alive);
});
var alive = setInterval(function () {}, 1000);
var execution = engines.execScript(
  'child',
  "sleep(50); events.broadcast.emit('hello', 'child says hello'); setInterval(function () {}, 1000);"
);
