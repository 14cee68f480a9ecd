// Module engines, which starts other scripts.
var executions = {};
var exceptionListener;
var engines = {
  myEngine: function () {
    return { execArgv: scriptArguments ? JSON.parse(scriptArguments) : {}, source: scriptName };
  },
  execScript: function (name, code, config) {
    var id = String(Object.keys(executions).length + 1);
    var isStarted = false;
    var isDestroyed = false;
    var engine = {
      isDestroyed: function () {
        return isDestroyed;
      },
      forceStop: function () {
        sendToTest({ op: 'stop', id: id });
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
        if (!isDestroyed || !exceptionListener) return;
        var error = {
          getMessage: function () {
            return message.exception;
          },
        };
        if (message.exception) exceptionListener.onException(executions[id], error);
        else exceptionListener.onSuccess(executions[id], null);
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
