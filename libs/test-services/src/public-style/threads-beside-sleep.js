//> main waits
//> worker 1
//> worker 2
//> main goes on
//> false
var thread = threads.start(function () {
  for (var i = 1; i <= 2; i++) {
    log('worker ' + i);
    sleep(20);
  }
});
log('main waits');
sleep(200);
log('main goes on');
log(thread.isAlive());
