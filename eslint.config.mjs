import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import nx from '@nx/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** One way down: who may import whom. A project without a row may import nobody. */
const boundaries = [
  { sourceTag: 'scope:contract', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:test-services', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:sdk', onlyDependOnLibsWithTags: ['scope:contract'] },
  { sourceTag: 'scope:api', onlyDependOnLibsWithTags: ['scope:contract'] },
  { sourceTag: 'scope:agent', onlyDependOnLibsWithTags: ['scope:contract'] },
  { sourceTag: 'scope:web', onlyDependOnLibsWithTags: ['scope:contract', 'scope:sdk'] },
  { sourceTag: 'scope:cli', onlyDependOnLibsWithTags: ['scope:sdk'] },
  { sourceTag: 'scope:test-installation', onlyDependOnLibsWithTags: ['scope:sdk', 'scope:test-services'] },
  {
    sourceTag: 'scope:e2e',
    onlyDependOnLibsWithTags: [
      ...['scope:contract', 'scope:sdk'],
      ...['scope:test-installation', 'scope:test-services'],
    ],
  },
  {
    sourceTag: 'scope:tools',
    onlyDependOnLibsWithTags: ['scope:contract', 'scope:sdk', 'scope:test-services'],
  },
];

/** What the apps of the Auto.js family give a script beside ES5. */
const phoneGlobals = [
  ...['console', 'context', 'device', 'dialogs', 'engines', 'events', 'exit', 'files', 'http'],
  ...['java', 'JavaAdapter', 'Packages', 'storages', 'threads', 'toast', 'web'],
  ...['clearInterval', 'clearTimeout', 'setInterval', 'setTimeout', 'DROVER', 'DROVER_PRELUDE'],
];

/** What ES5 parses and old engines lack. */
const newerThanEs5 = {
  selector:
    'MemberExpression[property.name=/^(assign|entries|values|from|of|includes|startsWith|endsWith|padStart|padEnd|repeat|find|findIndex|fill|flat|flatMap|finally|codePointAt|normalize|isInteger|replaceAll|trimStart|trimEnd)$/]',
  message: 'Auto.js 4 lacks it: the phone speaks ES5.',
};

/** ts-rest may have to be replaced one day: leaving it should cost two folders. */
const tsRestOutsideItsFolders = {
  group: ['@ts-rest/*'],
  message: 'ts-rest is imported in libs/contract and apps/api alone.',
};

/** All of the contract brings ts-rest along: a browser and a device load the parts that they use. */
const wholeContract = {
  name: '@drover/contract',
  allowTypeImports: true,
  message: 'Import the part by its path: tsconfig.base.json names those that there are.',
};

/** The console's ways down, from its pages on; a feature is put together with others by pages alone. */
const consoleLayers = [
  {
    folder: 'features',
    patterns: [
      { regex: '^\\.\\./[^.]', message: 'Features never import features: pages put them together.' },
      { group: ['../../app/*', '../../pages/*'], message: 'Pages import features, not the other way.' },
    ],
  },
  {
    folder: 'pages',
    patterns: [{ group: ['**/app/*'], message: 'The frame imports pages, not the other way.' }],
  },
  {
    folder: 'ui',
    patterns: [
      {
        group: ['**/app/*', '**/pages/**', '**/features/**', '**/queries/*'],
        message: 'What is in ui knows no product words.',
      },
    ],
  },
];

const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: a thing has one name everywhere.',
};

/** The functions that the parts of the phone's agent are. */
function phoneParts() {
  const folder = join(import.meta.dirname, 'apps/phone/src');
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return sources.flatMap((source) => [...source.matchAll(/^function (\w+)/gm)].map(([, name]) => name));
}

export default defineConfig(
  globalIgnores([
    ...['**/dist', '**/node_modules', '**/coverage', '.nx'],
    ...['apps/api/src/database/client', 'tools/new-feature/templates'],
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,cjs,mjs,ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'no-restricted-imports': ['error', { patterns: [tsRestOutsideItsFolders] }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { depConstraints: boundaries }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      // Interfaces declare their functions as methods here, and callers take them apart.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': ['error', defaultExport],
    },
  },
  { files: ['libs/contract/**', 'apps/api/**'], rules: { 'no-restricted-imports': 'off' } },
  ...consoleLayers.map(({ folder, patterns }) => ({
    files: [`apps/web/src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: [tsRestOutsideItsFolders, ...patterns] }] },
  })),
  {
    files: ['apps/{agent,web}/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [wholeContract] }] },
  },
  {
    files: ['**/*.spec.{ts,tsx}'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // Its parts become one file, in which each sees the others.
    files: ['apps/phone/src/*.js'],
    languageOptions: {
      ecmaVersion: 5,
      sourceType: 'script',
      globals: Object.fromEntries([...phoneGlobals, ...phoneParts()].map((name) => [name, 'readonly'])),
    },
    rules: {
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      'no-undef': 'error',
      'no-restricted-syntax': ['error', newerThanEs5],
    },
  },
  { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  // Examples name the client as those do who install it.
  { files: ['libs/sdk/examples/**'], rules: { '@nx/enforce-module-boundaries': 'off' } },
);
