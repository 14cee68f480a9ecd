/*
 * The link to the server, made again whenever it breaks. on: { runs() → ids, welcome(frame), order(frame),
 * end(code) }.
 */
function createLink(credential, outbox, on) {
  var ceilingMs = 2000;
  var socket = null;
  var isUp = false;
  var upSince = 0;
  var heardAt = 0;
  var isEnded = false;
  var reconnectTimer = null;

  function send(frame) {
    socket.send(JSON.stringify(frame));
  }

  function flush() {
    var frame;
    while (isUp && (frame = outbox.take())) send(frame);
  }

  function open() {
    reconnectTimer = null;
    heardAt = Date.now();
    try {
      var mine = openSocket(credential.server.replace(/^http/, 'ws') + '/link', {
        open: function () {
          var hello = describePhone();
          hello.type = 'hello';
          hello.protocol = 1;
          hello.token = credential.token;
          hello.now = Date.now();
          hello.runs = on.runs();
          send(hello);
        },
        text: receive,
        closed: function (code, reason) {
          if (socket === mine) closed(code, reason);
        }
      });
      socket = mine;
    } catch (error) {
      closed(1006, error);
    }
  }

  function receive(text) {
    heardAt = Date.now();
    var frame = JSON.parse(text);
    if (frame.type === 'welcome') {
      isUp = true;
      upSince = Date.now();
      outbox.rewind();
      on.welcome(frame);
    } else if (frame.type === 'ack') {
      outbox.acknowledge(frame.n);
    } else {
      on.order(frame);
    }
    flush();
  }

  function closed(code, reason) {
    socket = null;
    if (isUp && Date.now() - upSince > 10000) ceilingMs = 2000;
    isUp = false;
    if (isEnded) return;
    // 4401: the credential is withdrawn. 4409: another agent has taken over.
    if (code === 4401 || code === 4409) {
      isEnded = true;
      return on.end(code);
    }
    // Drawn evenly, so that the phones of a restarted server do not come all at once.
    var waitMs = 1000 + Math.floor(Math.random() * (ceilingMs - 1000));
    ceilingMs = Math.min(ceilingMs * 2, 60000);
    console.info('drover: no link (' + reason + '). Next try in ' + Math.ceil(waitMs / 1000) + ' s.');
    reconnectTimer = setTimeout(open, waitMs);
  }

  // Pings of the server are not seen here: the agent asks, and gives up what does not answer.
  var pingTimer = setInterval(function () {
    if (!socket) return;
    if (Date.now() - heardAt > 45000) socket.close();
    else if (isUp) send({ type: 'ping' });
  }, 20000);

  outbox.onAppend = flush;
  return {
    open: open,
    /* Connects at once where it would wait. */
    hurry: function () {
      if (!reconnectTimer) return;
      clearTimeout(reconnectTimer);
      open();
    },
    close: function () {
      isEnded = true;
      clearInterval(pingTimer);
      if (reconnectTimer) clearTimeout(reconnectTimer);
      if (socket) socket.close();
    }
  };
}
