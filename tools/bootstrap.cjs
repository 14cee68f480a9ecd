/**
 * Every npm script starts here: `node tools/bootstrap.cjs <script> [arguments]`. Needs only Node. Installs missing
 * dependencies, then runs the script in the same process.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = join(__dirname, '..');
const lockFile = join(root, 'package-lock.json');
/** npm writes this file at the end of an installation. */
const installedLockFile = join(root, 'node_modules/.package-lock.json');
const stampFile = join(root, 'node_modules/.drover-installed');
const oldestNode = [20, 19];
/** npm does not repeat a download that stopped. */
const installAttempts = 2;

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(`Drover needs Node ${oldestNode.join('.')} or newer. This is Node ${process.versions.node}.`);
  process.exit(1);
}

function requireDependencies() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (isInstalled(lock)) return;
  console.error('Installing the dependencies (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const shell = process.platform === 'win32';
  for (let attempt = 1; attempt <= installAttempts; attempt += 1) {
    const { status } = spawnSync(npm, ['ci', '--include=dev'], { cwd: root, stdio: ['ignore', 2, 2], shell });
    if (status === 0) return writeFileSync(stampFile, lock);
  }
  console.error('npm could not install the dependencies. See its messages above.');
  process.exit(1);
}

/** @param {string} lock the hash of the current lock file */
function isInstalled(lock) {
  if (!existsSync(installedLockFile)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return true;
  if (statSync(installedLockFile).mtimeMs < statSync(lockFile).mtimeMs) return false;
  writeFileSync(stampFile, lock);
  return true;
}

requireNode();
requireDependencies();
process.argv.splice(1, 2, resolve(root, process.argv[2]));
require('node:module').runMain();
