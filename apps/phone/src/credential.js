/* The phone's credential, in the app's own storage. It opens the device link and nothing else. */
function openCredentials() {
  var storage = storages.create('drover');
  return {
    read: function () {
      var kept = storage.get('credential');
      return kept ? JSON.parse(kept) : null;
    },
    keep: function (credential) {
      storage.put('credential', JSON.stringify(credential));
    },
    forget: function () {
      storage.remove('credential');
    }
  };
}

/* Registers the phone with the key. Gives nothing where the server could not be reached. */
function enrol(server, key) {
  var phone = describePhone();
  phone.key = key;
  var response;
  try {
    response = http.postJson(server + '/v1/enrolments', phone);
  } catch (unreachable) {
    console.warn('drover: ' + server + ' is not reached: ' + unreachable);
    return undefined;
  }
  var status = Number(response.statusCode);
  var answer = JSON.parse(String(response.body.string()));
  if (status === 201) {
    return { server: server, token: answer.token, deviceId: answer.device._id, name: answer.device.name };
  }
  if (status === 429 || status >= 500) return undefined;
  throw new Error(answer.message);
}
