// Module web.
var sockets = [];
function openBridge(url) {
  var id = sockets.length;
  var emitter = createEmitter(scriptThread);
  sockets.push({
    receive: function (message) {
      emitter.emit.apply(null, [message.event].concat(message.values));
    },
  });
  sendToTest({ op: 'open', id: id, url: url });
  return {
    on: emitter.on,
    send: function (text) {
      sendToTest({ op: 'send', id: id, text: String(text) });
      return true;
    },
    close: function (code) {
      sendToTest({ op: 'close', id: id, code: code });
    },
  };
}
var web = {
  newWebSocket: function (url, options) {
    if (appKind === 'autojs6' && arguments.length !== 1) throw new Error('newWebSocket takes one argument');
    if (appKind === 'autox' && (!options || options.eventThread !== 'this'))
      throw new Error('no eventThread');
    return openBridge(url);
  },
};
if (appKind === 'autojs4') web = undefined;
