import type { App, DeviceFacts, Shell } from '@drover/script-types';
import { readFileSync } from 'node:fs';

export function createDevice(): DeviceFacts {
  const os = process.getBuiltinModule('node:os');
  const ignore = () => undefined;
  return {
    ...{ brand: readFirmware('sys_vendor') ?? os.type(), model: readFirmware('product_name') ?? os.arch() },
    ...{
      product: os.type(),
      device: os.hostname(),
      board: os.arch(),
      hardware: os.machine(),
      release: os.release(),
    },
    ...{ width: null, height: null, buildId: null, sdkInt: null, serial: null },
    getAndroidId: () => null,
    getIMEI: () => null,
    getMacAddress: () =>
      Object.values(os.networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .find(({ internal }) => !internal)?.mac ?? null,
    getTotalMem: () => os.totalmem(),
    getAvailMem: () => os.freemem(),
    getBattery: () => null,
    getBrightness: () => null,
    isCharging: () => null,
    isScreenOn: () => false,
    keepScreenOn: ignore,
    keepScreenDim: ignore,
    cancelKeepingAwake: ignore,
    wakeUp: ignore,
    wakeUpIfNeeded: ignore,
    vibrate: ignore,
    cancelVibration: ignore,
  };
}

function readFirmware(name: string): string | undefined {
  try {
    return readFileSync(`/sys/class/dmi/id/${name}`, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

export function createApp(agentVersion: string): App {
  const [major = 0, minor = 0, patch = 0] = agentVersion.split('.').map(Number);
  return {
    versionName: agentVersion,
    versionCode: major * 10_000 + minor * 100 + patch,
    openUrl(url) {
      const target = /^[a-z][a-z\d+.-]*:/i.test(url) ? url : `http://${url}`;
      if (!/^https?:/i.test(target)) throw new Error(`app.openUrl: ${url} is not a web page.`);
      const { openers } = commands();
      if (openers.some((command) => runProgram([...command, target]) !== undefined)) return;
      throw new Error(
        'app.openUrl: this machine has no desktop with a browser. Use http.get to read the page.',
      );
    },
  };
}

/** Creates `shell`. */
export function createShell(): Shell {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  return (command, root = false) => {
    if (root && process.getuid?.() !== 0) {
      throw new Error('shell: the second argument asks for root, and this agent does not run as root.');
    }
    const { status, signal, stdout, stderr, error } = spawnSync(command, { shell: true, encoding: 'utf8' });
    if (error) throw error;
    return { code: status ?? 1, result: stdout, error: signal ? `${stderr}killed by ${signal}` : stderr };
  };
}

/** Programs that reach the desktop, by platform, best first. */
function commands(): { openers: string[][]; readers: string[][]; writers: string[][] } {
  if (process.platform === 'darwin')
    return { openers: [['open']], readers: [['pbpaste']], writers: [['pbcopy']] };
  if (process.platform === 'win32') {
    const powershell = ['powershell', '-NoProfile', '-Command'];
    return { openers: [['explorer']], readers: [[...powershell, 'Get-Clipboard']], writers: [['clip']] };
  }
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return { openers: [], readers: [], writers: [] };
  return {
    openers: [['xdg-open']],
    readers: [
      ['wl-paste', '-n'],
      ['xclip', '-selection', 'clipboard', '-o'],
      ['xsel', '-b', '-o'],
    ],
    writers: [['wl-copy'], ['xclip', '-selection', 'clipboard'], ['xsel', '-b', '-i']],
  };
}

/** Runs a program. Returns its output, or undefined if it is missing or failed. */
function runProgram([file, ...args]: string[], input?: string): string | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  // A clipboard program keeps its output open while it serves the clipboard.
  const stdio: ('pipe' | 'ignore')[] = ['pipe', input === undefined ? 'pipe' : 'ignore', 'ignore'];
  const { status, stdout } = spawnSync(file, args, { input, stdio, encoding: 'utf8', timeout: 5000 });
  return status === 0 ? (stdout ?? '') : undefined;
}

/** Text of `setClip` on a machine without a clipboard. */
let ownClip = '';

export function getClip(): string {
  for (const reader of commands().readers) {
    const text = runProgram(reader);
    if (text !== undefined) return text;
  }
  return ownClip;
}

export function setClip(value: unknown): void {
  ownClip = String(value);
  if (commands().writers.some((writer) => runProgram(writer, ownClip) !== undefined)) return;
  console.warn('setClip: this machine has no clipboard. Only this run can read the text.');
}
