/**
 * Compiles the agent and the prelude to ES5 for the engines of phones: esbuild bundles, swc compiles. Usage:
 * `node build.cjs <output folder> <metafile>`. The metafile lists what is in the bundles.
 */
const { buildSync } = require('esbuild');
const { transformSync } = require('@swc/core');
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { version } = require('../../libs/contract/package.json');

/** Contents of the bundles, of the shape of esbuild's metafile. */
const outputs = {};

/** @param {string} entry @param {Record<string, string>} define */
function bundle(entry, define = {}) {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [join(__dirname, 'src', entry)],
    tsconfig: join(__dirname, 'tsconfig.json'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
    define,
  });
  Object.assign(outputs, { [entry]: Object.values(metafile.outputs)[0] });
  return outputFiles[0].text;
}

/** @param {string} code @param {boolean} isOneLine */
function compile(code, isOneLine) {
  return transformSync(code, {
    swcrc: false,
    configFile: false,
    isModule: false,
    minify: isOneLine,
    // The typeof transform reads `constructor`, which Java objects do not have.
    env: { targets: 'ie 11', loose: true, exclude: ['transform-typeof-symbol'] },
    jsc: {
      externalHelpers: false,
      loose: true,
      assumptions: { iterableIsArray: true, noClassCalls: true, setPublicClassFields: true },
      minify: { compress: false, mangle: false },
    },
  }).code.trim();
}

const [folder, metafilePath] = process.argv.slice(2);
const prelude = compile(bundle('prelude.ts'), true);
if (prelude.includes('\n'))
  throw new Error('The prelude must be one line: it must not move lines of the script.');
const define = {
  DROVER_PRELUDE: JSON.stringify(prelude),
  DROVER_AGENT_VERSION: JSON.stringify(version),
};
const agent = compile(bundle('main.ts', define), false);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'prelude.js'), `${prelude}\n`);
// The function keeps the agent's names and swc's helpers out of the global scope.
writeFileSync(join(folder, 'agent.js'), `(function () {\n${agent}\n})();\n`);
mkdirSync(dirname(metafilePath), { recursive: true });
writeFileSync(metafilePath, JSON.stringify({ outputs }));
