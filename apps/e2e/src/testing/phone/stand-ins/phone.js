// The device, the Android context and threads.
var device = { brand: 'Xiaomi', model: 'MI 11' };
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
var threads = {
  start: function (callback) {
    setTimeout(callback, 0);
  },
};
