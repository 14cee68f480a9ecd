/* What the phone is, and how it is kept from falling asleep. */

function describePhone() {
  function label(text, limit) {
    return storableText(text || '').slice(0, limit);
  }
  var version = '2.0.0';
  try {
    version = String(context.getPackageManager().getPackageInfo(context.getPackageName(), 0).versionName);
  } catch (unknown) {
    console.warn('drover: the app does not tell its version');
  }
  return {
    brand: label(device.brand, 64),
    model: label(device.model, 64),
    platform: 'android',
    appVersion: label(version, 32)
  };
}

/* Android stops what runs with the screen off, unless it is asked not to. Some makers stop it all the same. */
function keepAwake() {
  try {
    var power = context.getSystemService('power');
    // 1 is PARTIAL_WAKE_LOCK: the screen may go off, the script goes on.
    power.newWakeLock(1, 'drover:agent').acquire();
    var wifi = context.getApplicationContext().getSystemService('wifi');
    // 3 is WIFI_MODE_FULL_HIGH_PERF.
    wifi.createWifiLock(3, 'drover:agent').acquire();
  } catch (refused) {
    console.warn('drover: the phone may fall asleep: ' + refused);
  }
}
