const { execFileSync } = require('node:child_process');
const { root } = require('../nx.cjs');

/** Returns the commit in which the current change began; undefined if there is no earlier commit. */
function findBase() {
  const head = git('rev-parse', 'HEAD')[0];
  for (const branch of ['origin/main', 'main', 'HEAD~1']) {
    const [base] = git('merge-base', 'HEAD', branch);
    if (base && base !== head) return base;
  }
  return undefined;
}

/**
 * Lists the files that differ from a commit, new files included. Without a commit, lists uncommitted files.
 * @param {string} [base]
 */
function listChangedFiles(base = 'HEAD') {
  const changed = git('diff', '--name-only', '--no-renames', base);
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])];
}

/** @param {string[]} command */
function git(...command) {
  try {
    const output = execFileSync('git', command, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString().split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

module.exports = { findBase, listChangedFiles };
