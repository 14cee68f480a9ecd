import { toStorableText, type DeviceDescription } from '@drover/device-agent';
import { LIMITS } from '@drover/contract/limits';

/** Version to report if the app's own is unknown. */
const defaultVersion = '2.0.0';

/** Describes the phone for the server. */
export function describePhone(): DeviceDescription {
  return {
    brand: toLabel(device.brand, LIMITS.deviceLabelChars),
    model: toLabel(device.model, LIMITS.deviceLabelChars),
    platform: 'android',
    isolation: 'none',
    appVersion: toLabel(readAppVersion(), LIMITS.appVersionChars),
  };
}

/** Holds a wake lock and a Wi-Fi lock, because Android stops background work otherwise. */
export function keepAwake(): void {
  try {
    const power = context.getSystemService('power');
    // 1 is PARTIAL_WAKE_LOCK: the screen may go off.
    power.newWakeLock(1, 'drover:agent').acquire();
    const wifi = context.getApplicationContext().getSystemService('wifi');
    // 3 is WIFI_MODE_FULL_HIGH_PERF.
    wifi.createWifiLock(3, 'drover:agent').acquire();
  } catch (error) {
    console.warn(`drover: Android may suspend the agent: ${String(error)}`);
  }
}

function readAppVersion(): string {
  try {
    return String(context.getPackageManager().getPackageInfo(context.getPackageName(), 0).versionName);
  } catch {
    console.warn('drover: the version of the app is unknown');
    return defaultVersion;
  }
}

function toLabel(text: string, maxChars: number): string {
  return toStorableText(String(text || '')).slice(0, maxChars);
}
