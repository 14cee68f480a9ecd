/* The agent at work: its outbox, its runs and its link, put together. */
function startAgent(credential, credentials) {
  var outbox = openOutbox();
  var journal = openJournal();
  var shown = {};
  var runs = createRuns({
    journal: journal,
    outbox: outbox,
    channel: openChannel(),
    fetchCode: function (order) {
      var address = credential.server + '/link/code/' + order.sha256;
      var response = http.get(address, { headers: { Authorization: 'token ' + credential.token } });
      if (Number(response.statusCode) !== 200) throw new Error('the server answered ' + response.statusCode);
      return String(response.body.string());
    }
  });

  var orders = {
    run: runs.take,
    stop: runs.stop,
    message: function (frame) {
      if (!shown[frame.messageId]) showMessage(frame.title, frame.text);
      shown[frame.messageId] = true;
      outbox.append({ type: 'received', messageId: frame.messageId });
    },
    forget: function () {
      leave('the device was removed', true);
    }
  };

  var link = createLink(credential, outbox, {
    runs: runs.ids,
    welcome: function (frame) {
      console.info('drover: connected to ' + credential.server + ' as ' + frame.name);
    },
    order: function (frame) {
      try {
        if (orders[frame.type]) orders[frame.type](frame);
      } catch (error) {
        // An order that is not answered comes again.
        console.error('drover: ' + frame.type + ' failed: ' + error);
      }
    },
    end: function (code) {
      if (code === 4409) leave('another agent took over', false);
      else leave('the server does not know this device any more: scan again', true);
    }
  });

  function leave(why, isForgotten) {
    console.warn('drover: ' + why);
    toast('Drover: ' + why);
    if (isForgotten) credentials.forget();
    runs.stopAll(why);
    link.close();
    setInterval(function () {
      runs.look();
      if (runs.isIdle()) exit();
    }, 100);
  }

  // Another agent on this phone gives way to this one, and hands over what it came with.
  events.broadcast.on('drover-agent', function (json) {
    var newcomer = JSON.parse(String(json));
    if (newcomer.credential && newcomer.credential.token !== credential.token) {
      credential.server = newcomer.credential.server;
      credential.token = newcomer.credential.token;
      credentials.keep(credential);
    }
    events.broadcast.emit('drover-agent-here', newcomer.id);
    link.hurry();
  });

  keepAwake();
  runs.recover();
  link.open();
  // It also keeps this script alive, which a socket does not.
  setInterval(runs.look, 100);
}
