// Java classes of the app and of OkHttp.
function JavaAdapter(_class, members) {
  return members;
}
var service = {
  getInstance: function () {
    return {
      registerGlobalScriptExecutionListener: function (listener) {
        exceptionListener = listener;
      },
    };
  },
};
var classes = { engine: {}, ScriptEngineService: service, execution: { ScriptExecutionListener: {} } };
Packages =
  appKind === 'autojs6'
    ? { org: { autojs: { autojs: classes } } }
    : { com: { stardust: { autojs: classes } } };
var okHttp = java.util.concurrent.Executors.newSingleThreadExecutor();
function isOkHttpThread() {
  return /^pool-/.test(java.lang.Thread.currentThread().getName());
}
function inOkHttpThread(act) {
  okHttp['execute(java.lang.Runnable)'](act);
}
Packages.okhttp3 = {
  WebSocketListener: {},
  OkHttpClient: function () {
    return {
      newWebSocket: function (url, listener) {
        var socket = openBridge(url);
        socket.on('open', function () {
          inOkHttpThread(listener.onOpen);
        });
        ['text:onMessage', 'closing:onClosing', 'closed:onClosed', 'failure:onFailure'].forEach(
          function (pair) {
            var names = pair.split(':');
            socket.on(names[0], function (first, second) {
              inOkHttpThread(function () {
                listener[names[1]](socket, first, second);
              });
            });
          },
        );
        return socket;
      },
    };
  },
  Request: {
    Builder: function () {
      var builder = {
        url: function (url) {
          builder.to = url;
          return builder;
        },
        build: function () {
          return builder.to;
        },
      };
      return builder;
    },
  },
};
