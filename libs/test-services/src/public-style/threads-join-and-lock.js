//> 10
//> result of the thread
var count = threads.atomic();
var lock = threads.lock();
var workers = [];
for (var i = 0; i < 5; i++) {
  workers.push(
    threads.start(function () {
      lock.lock();
      try {
        count.addAndGet(2);
      } finally {
        lock.unlock();
      }
    })
  );
}
workers.forEach(function (worker) {
  worker.join();
});
log(count.get());
var sum = threads.disposable();
threads.start(function () {
  sum.setAndNotify('result of the thread');
});
log(sum.blockedGet());
