import { toStorableText, type DeviceFacts } from '@drover/device-agent';
import { LINK_LIMITS } from '@drover/contract/link-protocol';

/** Free memory and battery change all the time. In steps of 5 % they are sent when they matter. */
const steps = 20;

/** Returns what the app tells scripts about the phone. Apps differ, so each fact may be missing. */
export function readPhoneFacts(): DeviceFacts {
  const facts: DeviceFacts = { agentVersion: DROVER_AGENT_VERSION, os: 'Android' };
  const attempt = (read: () => void) => {
    try {
      read();
    } catch {
      // This app does not know the fact.
    }
  };
  attempt(() => (facts.osVersion = toFact(device.release)));
  attempt(() => (facts.architecture = toFact(java.lang.System.getProperty('os.arch'))));
  attempt(() => (facts.cores = Number(java.lang.Runtime.getRuntime().availableProcessors())));
  attempt(() => {
    const total = Number(device.getTotalMem());
    const free = Number(device.getAvailMem());
    if (total > 0 && free >= 0) {
      facts.memoryBytes = total;
      facts.freeMemoryBytes = roundToStep(free, total);
    }
  });
  attempt(() => {
    const disk = new java.io.File(context.getFilesDir().getAbsolutePath());
    const total = Number(disk.getTotalSpace());
    if (total > 0) {
      facts.diskBytes = total;
      facts.freeDiskBytes = roundToStep(Number(disk.getUsableSpace()), total);
    }
  });
  attempt(() => {
    const percent = Number(device.getBattery());
    if (percent >= 0 && percent <= 100) facts.batteryPercent = roundToStep(percent, 100);
  });
  attempt(() => (facts.isCharging = Boolean(device.isCharging())));
  return facts;
}

function roundToStep(amount: number, total: number): number {
  return Math.round((Math.round((amount / total) * steps) / steps) * total) || 0;
}

function toFact(text: string | null): string {
  return toStorableText(String(text || '')).slice(0, LINK_LIMITS.factChars);
}
