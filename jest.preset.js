const Module = require('node:module');
const { join } = require('node:path');

/** Packages that are published as ES modules only. Jest transforms them like our own sources. */
const esmOnlyPackages = [
  '@prisma/schema-engine-wasm',
  'fast-string-truncated-width',
  'jose',
  'oauth4webapi',
  'openid-client',
];

/** Our libraries by name, as tsconfig.base.json has them. */
const libraries = {
  '^@drover/(contract|device-agent|file-lock|projects|sdk|service-manager|test-installation|test-services)$':
    join(__dirname, 'libs/$1/src/index.ts'),
  '^@drover/(contract|device-agent)/(.*)$': join(__dirname, 'libs/$1/src/$2'),
};

// Jest maps no names in a global setup, which runs in the same process as this file.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function resolveLibrary(request, ...rest) {
  const name = Object.keys(libraries).find((pattern) => new RegExp(pattern).test(request));
  const path = name ? request.replace(new RegExp(name), libraries[name]) : request;
  return resolveFilename.call(this, path, ...rest);
};

const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: { parser, target: 'es2022', transform: { react: { runtime: 'automatic' } } },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

module.exports = {
  testEnvironment: 'node',
  // For specs that hang. A busy machine may be several times slower than an idle one.
  testTimeout: 120_000,
  reporters: ['default', join(__dirname, 'tools/test/results.reporter.cjs')],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  transform: {
    '\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
    '\\.[cm]?[jt]s$': swc({ syntax: 'typescript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnlyPackages.join('|')})/)`],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'jsx', 'json', 'node'],
  moduleNameMapper: libraries,
};
