/** A module of core-js: the names of the modules that it requires, and a function `(module, exports, require)`. */
type PolyfillModule = [requires: string[], code: string];

/** The modules of core-js by their name. The tool `npm run polyfills` writes them. */
type PolyfillModules = Record<string, PolyfillModule | undefined>;

/**
 * Rhino settles its own promises only when a whole script has ended, so not in callbacks of timers. Without it, core-js
 * defines one that uses the timers of the app.
 */
const removePromise = '(function(g){if(typeof Packages!=="undefined")g.Promise=void 0})(this);';

/**
 * Returns one line of ES5 code that runs modules of core-js. Each defines what the engine lacks, and changes nothing else.
 * Every script on a phone has global objects of its own, so no other script notices.
 */
export async function linkPolyfills(names: string[]): Promise<string> {
  if (names.length === 0) return '';
  const modules = await loadModules();
  const indexes = new Map<string, number>();
  const visit = (name: string) => {
    if (indexes.has(name)) return;
    indexes.set(name, indexes.size);
    requiresOf(modules, name).forEach(visit);
  };
  names.forEach(visit);
  const list = (of: string[]) => `[${of.map((name) => indexes.get(name)).join()}]`;
  const entries = [...indexes.keys()].map(
    (name) => `[${modules[name]?.[1]},${list(requiresOf(modules, name))}]`,
  );
  const start = names.includes('es.promise') ? removePromise : '';
  return `${start}(function(d,c){function r(i){var m=c[i];if(!m){m=c[i]={exports:{}};d[i][0](m,m.exports,function(n){return r(d[i][1][n])})}return m.exports}${list(names)}.forEach(r)})([${entries.join()}],[]);`;
}

function requiresOf(modules: PolyfillModules, name: string): string[] {
  const entry = modules[name];
  if (!entry) throw new Error(`core-js has no module ${name}`);
  return entry[0];
}

async function loadModules(): Promise<PolyfillModules> {
  const { default: modules } = await import('./modules.json');
  return modules as unknown as PolyfillModules;
}
