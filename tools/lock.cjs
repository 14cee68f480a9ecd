/**
 * Completes package-lock.json. A registry mirror that lacks the binary packages of other platforms leaves them out
 * of the lock file, and `npm ci` refuses such a file everywhere. Their exact versions stand with the packages that
 * ask for them, so the entries can be written without fetching anything. Run it after `npm install`.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {Record<string, string>} [optionalDependencies]
 */

const lockFile = join(__dirname, '../package-lock.json');
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(lockFile, 'utf8'));

/**
 * The folders in which Node looks for a package, nearest first.
 * @param {string} from the folder of the package that asks
 * @param {string} name
 */
function candidates(from, name) {
  const folders = from
    .split('/node_modules/')
    .map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'));
  return [...folders.reverse().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

/** @param {string} name a platform's package, such as `@swc/core-darwin-arm64` */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const system = systems.find((candidate) => words.includes(candidate));
  const processor = processors.find((candidate) => words.includes(candidate));
  if (!system || !processor) return undefined;
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined;
  return { cpu: [processor], libc, os: [system] };
}

const added = [];
for (const [from, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const platform = platformOf(name);
    if (!platform || candidates(from, name).some((path) => path in lock.packages)) continue;
    const path = `${from.slice(0, from.lastIndexOf('node_modules/'))}node_modules/${name}`;
    lock.packages[path] = { version, dev, optional: true, ...platform };
    added.push(`${name}@${version}`);
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
if (added.length > 0) writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `Added ${added.join(', ')}.` : 'Nothing was missing.');
