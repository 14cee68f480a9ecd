/*
 * One script in an engine of its own. order: as the server sends it, with its code. on: { said(report),
 * ended(exception) }, where the exception is a text or undefined.
 */
function startScript(order, channel, on) {
  // It cannot be asked for its engine before its thread runs: a stop may come earlier.
  var execution = null;
  var isStopped = false;
  var isGone = false;

  var given = { runId: order.runId, env: order.env, robotName: order.robotName, scriptName: order.name };
  given.channel = channel.name;
  var start =
    '(function (scope) { ' +
    DROVER_PRELUDE +
    ' var given = JSON.parse(String(engines.myEngine().execArgv.vars));' +
    ' droverPrelude(scope, given, function (said) { said.runId = given.runId;' +
    ' events.broadcast.emit(given.channel, JSON.stringify(said)); }); })(this);';
  channel.listeners[order.runId] = on.said;
  execution = engines.execScript(order.name.replace(/\.js$/, ''), withPrelude(order.code, start), {
    arguments: { vars: JSON.stringify(given) }
  });

  return {
    stop: function () {
      isStopped = true;
    },

    /* To be called again and again: stops what is to be stopped, and notices the end. */
    look: function () {
      var engine = execution.getEngine();
      if (!engine) return;
      if (!engine.isDestroyed()) {
        if (isStopped) engine.forceStop();
        return;
      }
      // What it said last may still be on its way: the end is told at the second look.
      if (isGone) {
        delete channel.listeners[order.runId];
        on.ended(channel.exceptionOf(execution));
      }
      isGone = true;
    }
  };
}

/* Where all scripts of this agent report. */
function openChannel() {
  var channel = {
    name: 'drover-' + Date.now() + '-' + Math.floor(Math.random() * 1000000),
    listeners: {},
    exceptionOf: followExceptions()
  };
  events.broadcast.on(channel.name, function (json) {
    try {
      var said = JSON.parse(String(json));
      var listener = channel.listeners[said.runId];
      if (listener) listener(said);
    } catch (unusable) {
      // Any script of the app may speak here: none may end the agent.
      console.warn('drover: a report of a script is passed over: ' + unusable);
    }
  });
  return channel;
}
