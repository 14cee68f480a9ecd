// Threads of Java. Each runs beside the thread of the script, on the same variables.
var runningThreads = new java.util.concurrent.atomic.AtomicInteger();

function startThread(act) {
  runningThreads.incrementAndGet();
  var thread = new java.lang.Thread(function () {
    try {
      act();
    } catch (error) {
      if (!/InterruptedException/.test(String(error))) console.error(String(error));
    } finally {
      runningThreads.decrementAndGet();
      queue.put('{"type":"wake"}');
    }
  });
  thread.setDaemon(true);
  thread.start();
  return thread;
}

var threads = {
  start: startThread,
  currentThread: function () {
    return java.lang.Thread.currentThread();
  },
  lock: function () {
    return new java.util.concurrent.locks.ReentrantLock();
  },
  atomic: function (value) {
    return new java.util.concurrent.atomic.AtomicLong(value || 0);
  },
  disposable: function () {
    var isSet = new java.util.concurrent.CountDownLatch(1);
    var value;
    return {
      setAndNotify: function (result) {
        value = result;
        isSet.countDown();
      },
      blockedGet: function () {
        isSet.await();
        return value;
      },
    };
  },
};
