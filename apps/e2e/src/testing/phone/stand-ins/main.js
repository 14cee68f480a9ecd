/*
 * Stand-ins for the modules that an app of the Auto.js family provides, for one script in its own Rhino process.
 * Sockets, other scripts and the app's log are implemented by the test. This process exchanges lines of JSON with it on
 * its standard streams.
 * Arguments: the folder of these files, the folder of the app, the app ("autox", "autojs6", "autojs4"), file and name of the script.
 */
var [standIns, folder, appKind, scriptFile, scriptName, scriptArguments] = arguments;
var globalScope = this;
var realPackages = Packages;
var queue = new java.util.concurrent.LinkedBlockingQueue();

function sendToTest(message) {
  var json = JSON.stringify(message).replace(/[\u007f-\uffff]/g, function (unit) {
    return '\\u' + ('000' + unit.charCodeAt(0).toString(16)).slice(-4);
  });
  java.lang.System.out.println(json);
}

var reader = new java.io.BufferedReader(new java.io.InputStreamReader(java.lang.System['in'], 'UTF-8'));
var readerThread = new java.lang.Thread(function () {
  for (var line; (line = reader.readLine()) !== null;) queue.put(String(line));
  java.lang.Runtime.getRuntime().halt(0);
});
readerThread.setDaemon(true);
readerThread.start();

function sleep(ms) {
  java.lang.Thread.sleep(ms);
}
function exit() {
  end();
}

[
  'loop',
  'threads',
  'format',
  'screen',
  'scripts',
  'web',
  'http',
  'files',
  'archives',
  'phone',
  'pictures',
  'classes',
].forEach(function (part) {
  load(standIns + '/' + part + '.js');
});

var hasEnded = false;
function end(exception) {
  if (hasEnded) return;
  hasEnded = true;
  if (exception !== undefined) notifyListener(exception);
  events.emit('exit');
  java.lang.System.out.flush();
  java.lang.Runtime.getRuntime().halt(0);
}

/** The apps call the listener of the script that started this one before they emit `exit`. */
function notifyListener(exception) {
  sendToTest({ op: 'exception', exception: exception });
  for (;;) {
    var message = JSON.parse(String(queue.take()));
    if (message.type === 'notified') return;
    if (message.type === 'tag') tags[message.name] = message.value;
  }
}

var source = String(files.read(scriptFile));
try {
  realPackages.org.mozilla.javascript.Context.getCurrentContext().evaluateString(
    globalScope,
    source,
    scriptName,
    1,
    null,
  );
  loop();
  end();
} catch (error) {
  end(String(error) + ' (' + error.fileName + '#' + error.lineNumber + ')');
}
