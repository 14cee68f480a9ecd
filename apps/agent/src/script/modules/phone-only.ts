/** What only phones have, by what it needs. */
const needs = {
  'a screen': [
    'automator', 'images', 'floaty', 'ui', 'colors', 'ocr', 'paddle', 'canvas', 'webView', 'captureScreen',
    'requestScreenCapture', 'findColor', 'findColorEquals', 'findColorInRegion', 'findImage', 'findImageInRegion',
    'findMultiColors', 'setScreenMetrics', 'activity',
  ],
  'the accessibility service': [
    'auto', 'click', 'longClick', 'press', 'swipe', 'gesture', 'gestures', 'gestureAsync', 'gesturesAsync', 'scrollUp',
    'scrollDown', 'setText', 'back', 'home', 'powerDialog', 'notifications', 'quickSettings', 'recents',
    'splitScreen', 'selector', 'text', 'textContains', 'textStartsWith', 'textEndsWith', 'textMatches', 'desc',
    'descContains', 'descStartsWith', 'descEndsWith', 'descMatches', 'id', 'idContains', 'idMatches', 'className',
    'classNameContains', 'packageName', 'clickable', 'scrollable', 'bounds', 'boundsInside', 'depth',
    'currentPackage', 'currentActivity', 'waitForActivity', 'waitForPackage',
  ],
  'root access to a phone': ['Tap', 'Swipe', 'Home', 'Back', 'Power', 'Menu', 'VolumeUp', 'VolumeDown', 'KeyCode', 'RootAutomator', 'Shell'],
  'Android': [
    'context', 'runtime', 'java', 'javax', 'Packages', 'JavaAdapter', 'importClass', 'importPackage', 'android',
    'media', 'sensors', 'launch', 'launchApp', 'launchPackage', 'getPackageName', 'getAppName', 'openAppSetting',
    'plugins', 'web', 'toastLogLong', 'notice',
  ],
} as const; // prettier-ignore

/** What to use instead, where there is something. */
const alternatives: Partial<Record<string, string>> = {
  web: "new WebSocket, or require('node:http')",
  java: "Node's modules, for example require('crypto')",
  Packages: "Node's modules, for example require('crypto')",
  Shell: 'shell(command)',
  images: 'hamibot.postMessage with an attachment to send a picture',
};

/** Lists the globals that scripts for phones use and that a machine does not have, with functions that create stand-ins. */
export function listPhoneOnly(): [name: string, create: () => object][] {
  return Object.entries(needs).flatMap(([need, names]) =>
    names.map((name): [string, () => object] => [name, () => createStandIn(name, need)]),
  );
}

/** Creates a function that throws an explanation for whatever a script does with it. */
function createStandIn(name: string, need: string): object {
  // Not an arrow function, so that `new` reaches the explanation as well.
  const refuse = function (): never {
    const instead = alternatives[name];
    const advice = instead ? `Use ${instead}, or run` : 'Run';
    throw new Error(
      `${name} needs ${need}, which this device (an agent on ${process.platform}) does not have. ${advice} the script on a phone.`,
    );
  };
  return new Proxy(refuse, {
    // Symbols are asked for by those who only show or convert the value.
    get: (_target, key) => (typeof key === 'symbol' ? undefined : refuse()),
    set: refuse,
    construct: refuse,
  });
}

/** Makes the functions of a module that only phones have throw an explanation. */
export function withPhoneOnly<Module extends object>(
  module: Module,
  moduleName: string,
  names: string[],
): Module {
  for (const name of names) {
    const value = createStandIn(`${moduleName}.${name}`, 'a phone');
    Object.defineProperty(module, name, { value, enumerable: false, configurable: true, writable: true });
  }
  return module;
}
