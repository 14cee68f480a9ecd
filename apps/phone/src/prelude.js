/*
 * What a script finds before its own first line: hamibot (also called drover), and a console whose lines reach the
 * server. It runs in the script's engine, as one line, so comments stand on lines of their own here.
 *
 * scope: the script's global object. task: { env, robotName, scriptName }.
 * report: takes what the script says; where it returns true, the line was shown on the phone already.
 */
function droverPrelude(scope, task, report) {
  var levels = {
    verbose: 'verbose',
    log: 'info',
    info: 'info',
    debug: 'debug',
    warn: 'warn',
    error: 'error'
  };

  function textOf(value) {
    if (value === null || typeof value !== 'object' || value instanceof Error) return String(value);
    try {
      return String(JSON.stringify(value));
    } catch (notJson) {
      return String(value);
    }
  }

  function format(values) {
    try {
      return String(scope.util.format.apply(scope.util, values));
    } catch (noUtil) {
      return Array.prototype.map.call(values, textOf).join(' ');
    }
  }

  function wrap(owner, name, level) {
    var original = owner[name];
    if (typeof original !== 'function') return;
    try {
      owner[name] = function () {
        var said = { type: 'log', at: Date.now(), level: level, text: format(arguments) };
        return report(said) === true ? undefined : original.apply(owner, arguments);
      };
    } catch (readOnly) {
      report({ type: 'log', at: Date.now(), level: 'warn', text: name + ' cannot be followed: ' + readOnly });
    }
  }

  function imageText(image) {
    if (typeof image === 'string') return image;
    return 'data:image/jpeg;base64,' + String(scope.images.toBase64(image, 'jpg', 80));
  }

  function readAttachment(given) {
    try {
      if (given && given.type === 'image') return { type: 'image', data: imageText(given.data) };
      return JSON.parse(JSON.stringify(given));
    } catch (unusable) {
      return { type: 'unusable' };
    }
  }

  function postMessage(text, options) {
    var data = (options && options.data) || {};
    var isTitled = data.title !== undefined && data.title !== null;
    report({
      type: 'posted',
      at: Date.now(),
      text: textOf(text),
      isTelemetry: Boolean(options && options.telemetry),
      title: isTitled ? textOf(data.title) : undefined,
      attachments: Array.isArray(data.attachments) ? data.attachments.map(readAttachment) : []
    });
  }

  Object.keys(levels).forEach(function (name) {
    wrap(scope.console, name, levels[name]);
  });
  wrap(scope, 'log', 'info');
  wrap(scope, 'print', 'info');
  wrap(scope, 'toastLog', 'info');

  scope.hamibot = {
    env: Object.freeze(task.env),
    robotName: task.robotName,
    scriptName: task.scriptName,
    plan: typeof task.env.PLAN === 'string' ? task.env.PLAN : 'free',
    postMessage: postMessage,
    exit: function () {
      report({ type: 'exit' });
      scope.exit();
    }
  };
  scope.drover = scope.hamibot;
}
