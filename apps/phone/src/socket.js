/*
 * A WebSocket by whatever the app has. on: { open(), text(text), closed(code, reason) }, called in this script's
 * thread. Gives { send(text), close() }.
 */
function openSocket(url, on) {
  var isClosed = false;

  function closed(code, reason) {
    if (isClosed) return;
    isClosed = true;
    on.closed(Number(code) || 1006, String(reason || ''));
  }

  // AutoX has options, AutoJs6 takes one argument and no more, Auto.js 4 has no such function.
  function openByApp() {
    try {
      return web.newWebSocket(url, { eventThread: 'this' });
    } catch (tooManyArguments) {
      return web.newWebSocket(url);
    }
  }

  function follow(socket, emitter) {
    emitter.on('open', on.open);
    emitter.on('text', function (text) {
      if (!isClosed) on.text(String(text));
    });
    emitter.on('closing', function (code, reason) {
      // The app does not answer a close by itself.
      socket.close(1000, null);
      closed(code, reason);
    });
    emitter.on('closed', closed);
    emitter.on('failure', function (error) {
      closed(1006, error);
    });
  }

  /* Its events come in a thread of their own: the emitter carries them over. */
  function openByOkHttp() {
    var emitter = events.emitter();
    var Listener = Packages.okhttp3.WebSocketListener;
    var request = new Packages.okhttp3.Request.Builder().url(url).build();
    var listener = new JavaAdapter(Listener, {
      onOpen: function () {
        emitter.emit('open');
      },
      onMessage: function (_socket, text) {
        emitter.emit('text', String(text));
      },
      onClosing: function (_socket, code, reason) {
        emitter.emit('closing', code, String(reason));
      },
      onClosed: function (_socket, code, reason) {
        emitter.emit('closed', code, String(reason));
      },
      onFailure: function (_socket, error) {
        emitter.emit('failure', String(error));
      }
    });
    var opened = new Packages.okhttp3.OkHttpClient().newWebSocket(request, listener);
    follow(opened, emitter);
    return opened;
  }

  var socket;
  if (typeof web !== 'undefined' && web.newWebSocket) {
    socket = openByApp();
    follow(socket, socket);
  } else {
    socket = openByOkHttp();
  }

  return {
    send: function (text) {
      if (!isClosed) socket.send(text);
    },
    close: function () {
      socket.close(1000, null);
      closed(1000, 'closed by the agent');
    }
  };
}
