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
var log = createPrinter('log', 'log');
var toast = createPrinter('toast');
var toastLog = createPrinter('log', 'toast');
var dialogs = { alert: createPrinter('alert') };

function createEmitter() {
  var listeners = {};
  return {
    on: function (name, callback) {
      (listeners[name] = listeners[name] || []).push(callback);
    },
    emit: function (name) {
      var values = Array.prototype.slice.call(arguments, 1);
      // Asynchronously, in the thread of the script.
      setTimeout(function () {
        (listeners[name] || []).forEach(function (callback) {
          callback.apply(null, values);
        });
      }, 0);
    },
  };
}
var broadcast = {
  on: function (name, callback) {
    broadcast.own.on(name, callback);
  },
  own: createEmitter(),
  emit: function (name, value) {
    sendToTest({ op: 'broadcast', name: name, value: String(value) });
  },
  receive: function (name, value) {
    broadcast.own.emit(name, value);
  },
};
var events = { broadcast: broadcast, emitter: createEmitter, on: function () {} };
