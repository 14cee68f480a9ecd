// The log, and what the screen shows.
function shower(op, level) {
  return function () {
    tell({ op: op, level: level, text: Array.prototype.map.call(arguments, String).join(' ') });
  };
}
var console = {};
['verbose', 'log', 'info', 'debug', 'warn', 'error'].forEach(function (level) {
  console[level] = shower('log', level);
});
var log = shower('log', 'log');
var toast = shower('toast');
var toastLog = shower('log', 'toast');
var dialogs = { alert: shower('alert') };

function createEmitter() {
  var listeners = {};
  return {
    on: function (name, act) {
      (listeners[name] = listeners[name] || []).push(act);
    },
    emit: function (name) {
      var values = Array.prototype.slice.call(arguments, 1);
      // In the thread of the script, at its next turn.
      setTimeout(function () {
        (listeners[name] || []).forEach(function (act) {
          act.apply(null, values);
        });
      }, 0);
    },
  };
}
var broadcast = {
  on: function (name, act) {
    broadcast.own.on(name, act);
  },
  own: createEmitter(),
  emit: function (name, value) {
    tell({ op: 'broadcast', name: name, value: String(value) });
  },
  hear: function (name, value) {
    broadcast.own.emit(name, value);
  },
};
var events = { broadcast: broadcast, emitter: createEmitter, on: function () {} };
