// Module http, which is a thin layer on OkHttp in the apps, and on HttpURLConnection here.
// oxlint-disable max-params -- the signatures are those of the apps
function exchange(url, request) {
  var target = /^https?:\/\//.test(url) ? url : 'http://' + url;
  var connection = new java.net.URL(target).openConnection();
  connection.setRequestMethod(request.method || 'GET');
  connection.setConnectTimeout(request.timeout || 30000);
  connection.setReadTimeout(request.timeout || 30000);
  var headers = request.headers || {};
  Object.keys(headers).forEach(function (name) {
    connection.setRequestProperty(name, headers[name]);
  });
  if (request.body !== undefined) {
    // OkHttp adds the encoding of texts.
    var isText = typeof request.body === 'string' && !/charset/.test(request.contentType);
    connection.setRequestProperty('Content-Type', request.contentType + (isText ? '; charset=utf-8' : ''));
    connection.setDoOutput(true);
    connection
      .getOutputStream()
      .write(typeof request.body === 'string' ? bytesOf(request.body) : request.body);
  }
  return readResponse(connection);
}

function readResponse(connection) {
  var statusCode = connection.getResponseCode();
  var stream = statusCode < 400 ? connection.getInputStream() : connection.getErrorStream();
  var bytes = stream === null ? bytesOf('') : stream.readAllBytes();
  var charset = /charset=([\w-]+)/i.exec(String(connection.getContentType()));
  var headers = {};
  for (var i = 1; connection.getHeaderFieldKey(i) !== null; i++) {
    headers[String(connection.getHeaderFieldKey(i))] = String(connection.getHeaderField(i));
  }
  function string() {
    return textOf(bytes, charset && charset[1]);
  }
  return {
    statusCode: statusCode,
    statusMessage: String(connection.getResponseMessage()),
    headers: headers,
    body: {
      string: string,
      bytes: function () {
        return bytes;
      },
      json: function () {
        return JSON.parse(string());
      },
    },
  };
}

function withOptions(own, given) {
  Object.keys(given || {}).forEach(function (name) {
    own[name] = given[name];
  });
  return own;
}

function encodeForm(data) {
  return Object.keys(data)
    .map(function (name) {
      return encodeURIComponent(name) + '=' + encodeURIComponent(data[name]);
    })
    .join('&');
}

function encodeParts(parts, boundary) {
  var body = new java.io.ByteArrayOutputStream();
  Object.keys(parts).forEach(function (name) {
    var part = parts[name];
    var isFile = Array.isArray(part);
    var head = '--' + boundary + '\r\nContent-Disposition: form-data; name="' + name + '"';
    if (isFile) head += '; filename="' + part[0] + '"';
    if (isFile && part.length === 3) head += '\r\nContent-Type: ' + part[1];
    body.writeBytes(bytesOf(head + '\r\n\r\n'));
    body.writeBytes(isFile ? files.readBytes(part[part.length - 1]) : bytesOf(String(part)));
    body.writeBytes(bytesOf('\r\n'));
  });
  body.writeBytes(bytesOf('--' + boundary + '--\r\n'));
  return body.toByteArray();
}

var formType = 'application/x-www-form-urlencoded';
var http = {
  request: function (url, request, callback) {
    if (!callback) return exchange(url, request || {});
    startThread(function () {
      var response;
      try {
        response = exchange(url, request || {});
      } catch (error) {
        return callback(undefined, error);
      }
      callback(response);
    });
  },
  get: function (url, given, callback) {
    return http.request(url, withOptions({ method: 'GET' }, given), callback);
  },
  post: function (url, data, given, callback) {
    var request = withOptions({ method: 'POST', contentType: formType }, given);
    request.body = request.contentType === formType ? bytesOf(encodeForm(data)) : JSON.stringify(data);
    return http.request(url, request, callback);
  },
  postJson: function (url, data, given, callback) {
    return http.post(url, data, withOptions({ contentType: 'application/json' }, given), callback);
  },
  postMultipart: function (url, parts, given, callback) {
    var boundary = 'boundary-' + Date.now();
    var request = { method: 'POST', contentType: 'multipart/form-data; boundary=' + boundary };
    request.body = encodeParts(parts, boundary);
    return http.request(url, withOptions(request, given), callback);
  },
};
