// Module engines, which starts other scripts.
var executions = {};
var exceptionListener;
/** Tags of this script's engine. */
var tags = {};
var engines = {
  myEngine: function () {
    return {
      execArgv: scriptArguments ? JSON.parse(scriptArguments) : {},
      source: scriptName,
      getTag: function (name) {
        return tags.hasOwnProperty(name) ? tags[name] : null;
      },
    };
  },
  execScript: function (name, code, config) {
    var id = String(Object.keys(executions).length + 1);
    var isStarted = false;
    var isDestroyed = false;
    var hasFailed = false;
    var engine = {
      isDestroyed: function () {
        return isDestroyed;
      },
      forceStop: function () {
        sendToTest({ op: 'stop', id: id });
      },
      setTag: function (name, value) {
        sendToTest({ op: 'tag', id: id, name: name, value: value });
      },
    };
    executions[id] = {
      getId: function () {
        return id;
      },
      getEngine: function () {
        return isStarted ? engine : null;
      },
      receive: function (message) {
        isStarted = true;
        isDestroyed = message.isDestroyed;
        hasFailed = hasFailed || Boolean(message.exception);
        var error = {
          getMessage: function () {
            return message.exception;
          },
        };
        if (message.exception) {
          if (exceptionListener) exceptionListener.onException(executions[id], error);
          sendToTest({ op: 'notified', id: id });
        } else if (isDestroyed && !hasFailed && exceptionListener) {
          exceptionListener.onSuccess(executions[id], null);
        }
      },
    };
    sendToTest({
      op: 'exec',
      id: id,
      name: name,
      code: code,
      arguments: JSON.stringify((config || {}).arguments || {}),
    });
    return executions[id];
  },
};
