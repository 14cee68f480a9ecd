import type { ModuleGlobals } from '@drover/script-types';
import { createDialogs } from './modules/dialogs';
import { createBase64, createCrypto } from './modules/encoding';
import { createEngines, waitForEngines } from './modules/engines';
import { createEvents } from './modules/events';
import { createFiles } from './modules/files';
import { createHttp } from './modules/http';
import { listPhoneOnly, withPhoneOnly } from './modules/phone-only';
import { createStorages } from './modules/storages';
import { createApp, createDevice, createShell, getClip, setClip } from './modules/system';
import { createSync, createThreads } from './modules/threads';
import { createTimers } from './modules/timers';
import { createZip } from './modules/zip';
import type { ScriptTask } from './reports';

type Factories = { [Name in keyof ModuleGlobals]: () => ModuleGlobals[Name] };

/** Functions of the modules that only phones have. */
const phoneFunctions = {
  app: ['launch', 'launchApp', 'launchPackage', 'getPackageName', 'getAppName', 'openAppSetting', 'viewFile', 'editFile', 'uninstall', 'startActivity', 'sendEmail', 'sendBroadcast', 'intent'],
  device: ['setBrightness', 'setBrightnessMode', 'getMusicVolume', 'setMusicVolume', 'getAlarmVolume', 'setAlarmVolume', 'getNotificationVolume', 'setNotificationVolume'],
  events: ['observeKey', 'observeTouch', 'observeNotification', 'observeToast', 'observeGesture', 'onKeyDown', 'onKeyUp', 'onceKeyDown', 'onceKeyUp', 'setKeyInterceptionEnabled', 'onTouch', 'onNotification', 'onToast'],
  engines: ['execAutoFile'],
}; // prettier-ignore

/** Ends the script successfully. Engines that it has started continue to their end. */
export function exitScript(): never {
  waitForEngines();
  process.exit(0);
}

/** Defines the modules that scripts of the Auto.js family expect. Each is created when a script first uses it. */
export function defineGlobals(task: ScriptTask): void {
  const globals: Factories = {
    http: createHttp,
    files: createFiles,
    storages: createStorages,
    timers: createTimers,
    events: () => withPhoneOnly(createEvents(), 'events', phoneFunctions.events),
    threads: createThreads,
    engines: () => withPhoneOnly(createEngines(task), 'engines', phoneFunctions.engines),
    device: () => withPhoneOnly(createDevice(), 'device', phoneFunctions.device),
    app: () => withPhoneOnly(createApp(task.agentVersion), 'app', phoneFunctions.app),
    dialogs: createDialogs,
    util: () => process.getBuiltinModule('node:util'),
    base64: createBase64,
    $crypto: createCrypto,
    $zip: createZip,
    shell: createShell,
    open: () => createFiles().open,
    getClip: () => getClip,
    setClip: () => setClip,
    alert: () => createDialogs().alert,
    confirm: () => createDialogs().confirm,
    prompt: () => createDialogs().prompt,
    rawInput: () => createDialogs().rawInput,
    exit: () => exitScript,
    random: () => random,
    sync: createSync,
  };
  for (const [name, create] of Object.entries(globals)) {
    defineLazy(name, create);
    // Later apps of the family write modules with a dollar sign.
    if (!name.startsWith('$')) defineLazy(`$${name}`, () => (globalThis as Record<string, unknown>)[name]);
  }
  for (const [name, create] of listPhoneOnly()) defineLazy(name, create);
}

/** Defines a global that is created on its first use. A script may replace it. */
function defineLazy(name: string, create: () => unknown): void {
  const setValue = (value: unknown) =>
    void Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  Object.defineProperty(globalThis, name, {
    configurable: true,
    set: setValue,
    get() {
      const value = create();
      setValue(value);
      return value;
    },
  });
}

function random(min?: number, max?: number): number {
  if (min === undefined || max === undefined) return Math.random();
  return Math.floor(Math.random() * (max - min + 1)) + min;
}
