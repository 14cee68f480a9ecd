const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { basename, dirname, join, relative } = require('node:path');

const source = 'apps/api/src';

/** Files that put the server together. They import every feature, so what they import says nothing about a change. */
const composition = /^apps\/api\/src\/([^/]+|routes\/[^/]+|testing\/[^/]+)$/;

/**
 * Lists the API specs that a change most likely breaks: those in the folders of the changed files, of the same feature,
 * and of the files that import a changed file. Every spec that starts a server depends on every feature, so
 * `jest --findRelatedTests` would list nearly all of them.
 * @param {string} root the repository
 * @param {string[]} changed paths relative to the root
 */
function listRelatedSpecs(root, changed) {
  const files = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
    .map((path) => `${source}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.includes('/database/client/'));
  const features = new Set(changed.flatMap(featureOf));
  const importers = files.filter(
    (file) => !composition.test(file) && importsOf(root, file).some((path) => changed.includes(path)),
  );
  const folders = new Set(
    [...changed, ...importers]
      .filter((file) => file.startsWith(`${source}/`) && !composition.test(file))
      .map(dirname),
  );
  return files
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => folders.has(dirname(file)) || features.has(basename(dirname(file))));
}

/**
 * Returns the name of the feature that a file of the contract or a route file belongs to.
 * @param {string} path
 */
function featureOf(path) {
  const [, feature] =
    /^(?:libs\/contract\/src|apps\/api\/src\/routes)\/(?:.*\/)?([\w-]+)\.(?:routes|schemas)\.ts$/.exec(
      path,
    ) ?? [];
  return feature ? [feature] : [];
}

/**
 * Lists the files that a file imports by a relative path.
 * @param {string} root
 * @param {string} file
 */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, path]) => {
    const target = join(root, dirname(file), path);
    const found = [`${target}.ts`, join(target, 'index.ts')].find((candidate) => existsSync(candidate));
    return found ? [relative(root, found).replaceAll('\\', '/')] : [];
  });
}

module.exports = { listRelatedSpecs };
