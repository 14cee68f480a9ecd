/**
 * `run.cjs <program> [arguments]` builds the projects of the program, then runs it in the same process, so that it gets the
 * signals and sets the exit code. If nothing changed since the last build, Nx does not start.
 */
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { fingerprint } = require('./fingerprint.cjs');
const { nx, root } = require('./nx.cjs');

/** @type {Record<string, { main: string, builds: string[] } | undefined>} */
const programs = {
  api: { main: 'dist/apps/api/main.js', builds: ['api', 'web', 'agent'] },
  server: { main: 'dist/apps/api/main.js', builds: ['api'] },
  agent: { main: 'dist/apps/agent/main.js', builds: ['agent'] },
  // `drover serve` starts the server.
  drover: {
    main: 'dist/apps/cli/main.js',
    builds: process.argv[3] === 'serve' ? ['cli', 'api', 'web', 'agent'] : ['cli'],
  },
  demo: { main: 'tools/demo/main.ts', builds: ['api', 'agent', 'web'] },
  pictures: { main: 'tools/pictures/main.ts', builds: ['api', 'agent', 'web'] },
  'bench:console': { main: 'tools/bench/console.ts', builds: ['api', 'agent', 'web'] },
  'clean-root': { main: 'tools/clean-root/main.ts', builds: ['api', 'agent'] },
  executables: { main: 'tools/executables/main.ts', builds: ['agent', 'cli'] },
  faults: { main: 'tools/faults.cjs', builds: ['api', 'agent'] },
  bench: { main: 'tools/bench/main.ts', builds: ['api', 'agent', 'cli'] },
};

const sources = ['apps', 'libs', 'nx.json', 'package-lock.json', 'tsconfig.base.json'];

/** @param {string[]} projects */
function build(projects) {
  const stale = projects.filter((project) => !isBuilt(project));
  if (stale.length === 0) return;
  // Computed before the build, because a file that is saved during the build is not part of it.
  const before = fingerprint(root, sources);
  const status = nx(['run-many', '-t', 'build', '-p', stale.join(',')], ['ignore', 2, 2]);
  if (status !== 0) process.exit(status);
  for (const project of stale) {
    mkdirSync(join(root, 'dist/built'), { recursive: true });
    writeFileSync(stampOf(project), before + fingerprint(root, [outputOf(project)]));
  }
}

/** @param {string} project */
function isBuilt(project) {
  if (!existsSync(stampOf(project))) return false;
  const now = fingerprint(root, sources) + fingerprint(root, [outputOf(project)]);
  return readFileSync(stampOf(project), 'utf8') === now;
}

/** @param {string} project */
const outputOf = (project) => `dist/apps/${project}`;
/** @param {string} project */
const stampOf = (project) => join(root, 'dist/built', project);

const program = programs[process.argv[2]];
if (!program) {
  console.error(`Usage: node tools/run.cjs <program>. Programs: ${Object.keys(programs).join(', ')}.`);
  process.exit(2);
}
build(program.builds);
process.argv.splice(1, 2, join(root, program.main));
if (program.main.endsWith('.ts')) {
  process.env.TSX_TSCONFIG_PATH ??= join(root, 'tools/tsconfig.json');
  require('tsx/cjs/api').register();
}
require('node:module').runMain();
