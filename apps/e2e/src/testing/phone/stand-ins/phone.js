// The device, the Android context, the shell and the app.
var device = {
  brand: 'Xiaomi',
  model: 'MI 11',
  getTotalMem: function () {
    return java.lang.Runtime.getRuntime().maxMemory();
  },
};
var app = { versionName: '7.0.4' };
var context = {
  getFilesDir: function () {
    return new java.io.File(folder);
  },
  getPackageName: function () {
    return 'org.autojs';
  },
  getPackageManager: function () {
    return {
      getPackageInfo: function () {
        return { versionName: '7.0.4' };
      },
    };
  },
};
function shell(command) {
  var process = new java.lang.ProcessBuilder(['sh', '-c', command]).start();
  var result = textOf(process.getInputStream().readAllBytes());
  var error = textOf(process.getErrorStream().readAllBytes());
  return { code: process.waitFor(), result: result, error: error };
}
function random(from, to) {
  return arguments.length === 0 ? Math.random() : Math.floor(Math.random() * (to - from + 1)) + from;
}
function require(path) {
  var module = { exports: {} };
  new Function('module', 'exports', files.read(path))(module, module.exports);
  return module.exports;
}
