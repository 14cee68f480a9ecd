// Log, toasts, dialogs and events.
function createPrinter(op, level) {
  return function () {
    sendToTest({ op: op, level: level, text: Array.prototype.map.call(arguments, String).join(' ') });
  };
}
var console = {};
['verbose', 'log', 'info', 'debug', 'warn', 'error'].forEach(function (level) {
  console[level] = createPrinter('log', level);
});
['show', 'hide', 'clear', 'setSize', 'setPosition', 'time', 'timeEnd'].forEach(function (name) {
  console[name] = function () {};
});
var log = createPrinter('log', 'log');
var print = log;
var toast = createPrinter('toast');
var toastLog = createPrinter('log', 'toast');
var dialogs = { alert: createPrinter('alert') };

/** An emitter that belongs to a thread calls its listeners there. Others call them where they emit. */
function createEmitter(thread) {
  var listeners = {};
  function of(name) {
    return (listeners[name] = listeners[name] || []);
  }
  function emitNow(name, values) {
    of(name)
      .slice()
      .forEach(function (entry) {
        if (entry.isOnce) listeners[name].splice(listeners[name].indexOf(entry), 1);
        entry.callback.apply(null, values);
      });
  }
  return {
    on: function (name, callback) {
      of(name).push({ callback: callback });
    },
    once: function (name, callback) {
      of(name).push({ callback: callback, isOnce: true });
    },
    listenerCount: function (name) {
      return of(name).length;
    },
    emit: function (name) {
      var values = Array.prototype.slice.call(arguments, 1);
      if (!thread && isOkHttpThread()) return end('a thread of OkHttp called the script');
      if (!thread) return emitNow(name, values);
      post(function () {
        emitNow(name, values);
      });
    },
  };
}
var scriptThread = threads.currentThread();
var broadcast = {
  own: createEmitter(scriptThread),
  on: function (name, callback) {
    broadcast.own.on(name, callback);
  },
  emit: function (name, value) {
    sendToTest({ op: 'broadcast', name: name, value: String(value) });
  },
  receive: function (name, value) {
    broadcast.own.emit(name, value);
  },
};
var events = createEmitter();
events.broadcast = broadcast;
events.emitter = createEmitter;
