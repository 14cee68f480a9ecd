// Timers and the event loop.
var timers = {};
var lastId = 0;
function addTimer(callback, ms, every) {
  lastId += 1;
  timers[lastId] = { callback: callback, at: Date.now() + Number(ms || 0), every: every };
  return lastId;
}
function setTimeout(callback, ms) {
  return addTimer(callback, ms);
}
function setInterval(callback, ms) {
  return addTimer(callback, ms, Math.max(Number(ms), 1));
}
function clearTimeout(id) {
  delete timers[id];
}
var clearInterval = clearTimeout;

function runTimers() {
  Object.keys(timers).forEach(function (id) {
    var timer = timers[id];
    if (!timer || timer.at > Date.now()) return;
    if (timer.every) timer.at = Date.now() + timer.every;
    else delete timers[id];
    timer.callback();
  });
}

var posted = new java.util.concurrent.ConcurrentLinkedQueue();
/** Runs a function in the thread of the script, from any thread. */
function post(act) {
  posted.add(act);
  queue.put('{"type":"wake"}');
}
function runPosted() {
  for (var act = posted.poll(); act !== null; act = posted.poll()) act();
}

function loop() {
  while (Object.keys(timers).length > 0 || sockets.length > 0 || runningThreads.get() > 0) {
    var next = Object.keys(timers).map(function (id) {
      return timers[id].at;
    });
    var waitMs = Math.max(0, Math.min.apply(null, next.concat(Date.now() + 1000)) - Date.now());
    var line = queue.poll(waitMs, java.util.concurrent.TimeUnit.MILLISECONDS);
    if (line !== null) receive(JSON.parse(String(line)));
    runTimers();
  }
}

function receive(message) {
  if (message.type === 'socket') sockets[message.id].receive(message);
  if (message.type === 'wake') runPosted();
  if (message.type === 'broadcast') broadcast.receive(message.name, message.value);
  if (message.type === 'engine') executions[message.id].receive(message);
}
