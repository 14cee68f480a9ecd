//> main waits
//> worker 1
//> worker 2
//> main goes on
//> false
log('main waits');
var thread = threads.start(function () {
  for (var i = 1; i <= 2; i++) {
    log('worker ' + i);
    sleep(20);
  }
});
while (thread.isAlive()) sleep(50);
log('main goes on');
log(thread.isAlive());
