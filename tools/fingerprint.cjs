const { createHash } = require('node:crypto');
const { readdirSync, statSync } = require('node:fs');
const { join, relative } = require('node:path');

/** Generated or installed files, which change without a change of the sources. */
const ignored = new Set(['node_modules', 'client', 'dist', 'coverage']);

/**
 * Returns a hash of the names, sizes and modification times of all files under the paths. It does not read contents, so it
 * takes milliseconds.
 * @param {string} root
 * @param {string[]} paths relative to the root; missing paths count as empty
 */
function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !ignored.has(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

module.exports = { fingerprint };
