/**
 * `npm run packages [-- folder] [-- --executables]` builds the published packages and packs them into `dist/release` or the
 * folder, with their checksums and their bill of materials. The files install on a machine without this repository:
 * `npm install --global ./drover-server-2.0.0.tgz`. With `--executables`, also the executables for all platforms.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { join, resolve } = require('node:path');
const { parseArgs } = require('node:util');
const { nx, root } = require('../nx.cjs');

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Returns the folder of the built package, as nx.json and the project's own file set it.
 * @param {string} project
 */
function findPackageRoot(project) {
  const projectRoot = existsSync(join(root, 'apps', project)) ? `apps/${project}` : `libs/${project}`;
  const { targets } = readJson(`${projectRoot}/project.json`);
  return targets['nx-release-publish']?.options.packageRoot ?? `dist/${projectRoot}`;
}

/**
 * Packs a built package and returns the name of its file.
 * @param {string} packageRoot
 * @param {string} target
 */
function pack(packageRoot, target) {
  const args = ['pack', join(root, packageRoot), '--json', '--pack-destination', target];
  const { status, stdout } = spawnSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout)[0].filename;
}

/**
 * Runs a TypeScript program, and exits if it fails.
 * @param {string} path
 * @param {string[]} args
 */
function runTool(path, ...args) {
  const options = ['--tsconfig', join(root, 'tools/tsconfig.json'), join(root, path)];
  const { status } = spawnSync(join(root, 'node_modules/.bin/tsx'), [...options, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} path */
const checksum = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * Builds the executables, and packs the packages that contain those of the agent. Returns the names of all files.
 * @param {string} target
 */
function addExecutables(target) {
  const folder = join(root, 'dist/executables');
  runTool('tools/executables/main.ts');
  const compressed = readdirSync(folder).filter((file) => file.endsWith('.gz'));
  for (const file of compressed) cpSync(join(folder, file), join(target, file));
  const packages = readdirSync(join(folder, 'packages'));
  return [...compressed, ...packages.map((name) => pack(`dist/executables/packages/${name}`, target))];
}

const { values, positionals } = parseArgs({
  options: { executables: { type: 'boolean' } },
  allowPositionals: true,
});
const target = resolve(positionals[0] ?? join(root, 'dist/release'));
const { projects } = readJson('nx.json').release;

const status = nx(['run-many', '-t', 'build,package', '-p', projects.join(',')], ['ignore', 2, 2]);
if (status !== 0) process.exit(status);

rmSync(join(root, 'dist/release'), { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const files = projects.map((/** @type {string} */ project) => pack(findPackageRoot(project), target));
if (values.executables) files.push(...addExecutables(target));
const sbom = 'sbom.cdx.json';
runTool('tools/sbom/main.ts', join(target, sbom), ...(values.executables ? ['--executables'] : []));
files.push(sbom);
const lines = files.map((/** @type {string} */ file) => `${checksum(join(target, file))}  ${file}\n`);
writeFileSync(join(target, 'SHA256SUMS'), lines.join(''));
for (const file of files) {
  console.log(`${Math.ceil(statSync(join(target, file)).size / 1000)} kB  ${join(target, file)}`);
}
