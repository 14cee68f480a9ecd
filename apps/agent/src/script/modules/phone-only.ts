import { PHONE_ONLY } from '@drover/script-types/phone-only';

/** What to use instead, where there is something. */
const alternatives: Partial<Record<string, string>> = {
  web: 'http or fetch',
  java: "Node's modules, for example require('crypto')",
  Packages: "Node's modules, for example require('crypto')",
  Shell: 'shell(command)',
  images: 'hamibot.postMessage with an attachment to send a picture',
};

/** Lists the globals that scripts for phones use and that a machine does not have, with functions that create stand-ins. */
export function listPhoneOnly(): [name: string, create: () => object][] {
  return Object.entries(PHONE_ONLY).flatMap(([need, names]) =>
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
