import { globalPolyfills, methodPolyfills, staticPolyfills } from './polyfill-names';

const namePattern = /(\.\s*|\[\s*["'])?([A-Za-z_$][\w$]*)/g;

const entriesOf = (polyfills: Record<string, string[]>) => new Map(Object.entries(polyfills));
const globals = entriesOf(globalPolyfills);
const statics = entriesOf(staticPolyfills);
const methods = entriesOf(methodPolyfills);

/**
 * Returns the core-js modules that ES5 code may need, sorted. It matches identifiers without parsing the code, so it may
 * return a module that the code does not need, for example because a string contains its name.
 */
export function findPolyfills(code: string): string[] {
  const found = new Set<string>();
  const add = (modules: string[] = []) => modules.forEach((name) => found.add(name));
  let before = '';
  for (const [, access, name] of code.matchAll(namePattern)) {
    if (access === undefined || isGlobalObject(before)) add(globals.get(name));
    if (access !== undefined) {
      add(methods.get(name));
      add(statics.get(`${before}.${name}`));
    }
    before = name;
  }
  return [...found].sort();
}

function isGlobalObject(name: string): boolean {
  return name === 'globalThis' || name === 'global';
}
