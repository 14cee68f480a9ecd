const { join } = require('node:path');

/** Packages that are published as ES modules alone, and so have to be transformed like our own sources. */
const esmOnlyPackages = ['@prisma/schema-engine-wasm', 'fast-string-truncated-width'];

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
  // Machines may be busy: a spec that hangs is told from one that is slow.
  testTimeout: 30_000,
  reporters: ['default', join(__dirname, 'tools/test/results.reporter.cjs')],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  transform: {
    '\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
    '\\.[cm]?[jt]s$': swc({ syntax: 'typescript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnlyPackages.join('|')})/)`],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'jsx', 'json', 'node'],
  moduleNameMapper: {
    '^@drover/(contract|sdk|test-installation|test-services)$': join(__dirname, 'libs/$1/src/index.ts'),
    '^@drover/contract/(.*)$': join(__dirname, 'libs/contract/src/$1'),
  },
};
