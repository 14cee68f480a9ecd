/*
 * Drover: makes this phone a device that a Drover server runs scripts on. Start it once and leave it running; after
 * the first time it remembers its server by itself. The parts above are its own; here it begins.
 */
(function () {
  var credentials = openCredentials();
  var given = DROVER.credential || null;
  if (given) given.server = DROVER.server;
  var id = String(Date.now()) + Math.random();
  var isAnotherHere = false;

  events.broadcast.on('drover-agent-here', function (to) {
    isAnotherHere = isAnotherHere || String(to) === id;
  });
  events.broadcast.emit('drover-agent', JSON.stringify({ id: id, credential: given }));

  setTimeout(function () {
    if (isAnotherHere) {
      toast('Drover is running already');
      return exit();
    }
    if (given) credentials.keep(given);
    begin();
  }, 1000);

  function begin() {
    var credential = credentials.read();
    // With a key of another server the phone moves there; without a key it was just reached at this address.
    if (credential && DROVER.key && credential.server !== DROVER.server) credential = null;
    if (credential && !DROVER.key) credential.server = DROVER.server;
    if (!credential && !DROVER.key) return give('This phone has no key: scan a new code in the console.');
    try {
      credential = credential || enrol(DROVER.server, DROVER.key);
    } catch (refused) {
      return give(String(refused.message));
    }
    if (!credential) return setTimeout(begin, 5000 + Math.random() * 10000);
    credentials.keep(credential);
    startAgent(credential, credentials);
  }

  function give(why) {
    console.error('drover: ' + why);
    toast('Drover: ' + why);
    exit();
  }
})();
