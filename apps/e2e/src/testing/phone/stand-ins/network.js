// Modules web and http.
var sockets = [];
function openBridge(url) {
  var id = sockets.length;
  var emitter = createEmitter();
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
    if (app === 'autojs6' && arguments.length !== 1) throw new Error('newWebSocket takes one argument');
    if (app === 'autox' && (!options || options.eventThread !== 'this')) throw new Error('no eventThread');
    return openBridge(url);
  },
};
if (app === 'autojs4') web = undefined;

function request(url, { method, headers, body }) {
  var connection = new java.net.URL(url).openConnection();
  connection.setRequestMethod(method);
  Object.keys(headers || {}).forEach(function (name) {
    connection.setRequestProperty(name, headers[name]);
  });
  if (body !== undefined) {
    connection.setDoOutput(true);
    connection.getOutputStream().write(new java.lang.String(body).getBytes('UTF-8'));
  }
  var statusCode = connection.getResponseCode();
  var stream = statusCode < 400 ? connection.getInputStream() : connection.getErrorStream();
  var text = new java.lang.String(stream.readAllBytes(), 'UTF-8');
  return {
    statusCode: statusCode,
    headers: { 'Retry-After': connection.getHeaderField('Retry-After') },
    body: {
      string: function () {
        return text;
      },
    },
  };
}
var http = {
  get: function (url, options) {
    return request(url, { method: 'GET', headers: options.headers });
  },
  postJson: function (url, body) {
    return request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  },
};
