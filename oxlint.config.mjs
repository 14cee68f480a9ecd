import { defineConfig } from 'oxlint';

/** Which libraries a project may import. A project imports no other project, and files of its own by relative paths. */
const allowedLibraries = {
  'libs/contract': [],
  'libs/device-agent': ['contract'],
  'libs/file-lock': [],
  'libs/test-services': [],
  'libs/projects': [],
  'libs/script-types': [],
  // The test kit takes the part of the agent, and contains its process for scripts.
  'libs/script-testing': ['agent', 'contract', 'device-agent', 'projects'],
  'libs/sdk': ['contract'],
  'libs/service-manager': [],
  'libs/test-installation': ['sdk', 'test-services'],
  'apps/agent': ['contract', 'device-agent', 'file-lock', 'script-types', 'service-manager', 'test-services'],
  'apps/api': ['contract', 'device-agent', 'file-lock', 'projects', 'service-manager'],
  'apps/cli': ['projects', 'sdk'],
  'apps/create-drover': [],
  'apps/e2e': ['contract', 'sdk', 'test-installation', 'test-services'],
  'apps/phone': ['contract', 'device-agent', 'script-types'],
  'apps/web': ['contract', 'projects', 'sdk'],
  'apps/web-e2e': ['contract', 'sdk', 'test-installation', 'test-services'],
  // Benchmarks upload and download as the agent does.
  tools: ['agent', 'contract', 'projects', 'script-types', 'sdk', 'test-services'],
};

/** ts-rest may have to be replaced one day, so only two folders import it. */
const mayImportTsRest = ['libs/contract', 'apps/api'];

/** Browsers and devices load only the parts of the contract that they use. */
const wholeContract = {
  name: '@drover/contract',
  allowTypeImports: true,
  message:
    'Import a part of the contract by its path (see tsconfig.base.json): the whole contract loads ts-rest.',
};

/** The order of imports within the console. */
const consoleLayers = {
  features: [
    { regex: '^\\.\\./[^.]', message: 'A feature never imports another feature: pages combine them.' },
    { group: ['../../app/*', '../../pages/*'], message: 'Pages import features, not the other way round.' },
  ],
  pages: [{ group: ['**/app/*'], message: 'The app imports pages, not the other way round.' }],
  ui: [
    {
      group: ['**/app/*', '**/pages/**', '**/features/**', '**/queries/*'],
      message: 'Components in ui know no feature.',
    },
  ],
};

function importPatterns(project) {
  const allowed = allowedLibraries[project].flatMap((name) => [`!@drover/${name}`, `!@drover/${name}/**`]);
  return [
    {
      group: ['@drover/*', '@drover/*/**', ...allowed],
      message: `${project} may not import this library: see allowedLibraries in oxlint.config.mjs.`,
    },
    { regex: '^(\\.\\./)+[\\w-]+(/[\\w-]+)?/src(/|$)', message: 'Import another project by its name.' },
    ...(mayImportTsRest.includes(project)
      ? []
      : [{ group: ['@ts-rest/*'], message: `Only ${mayImportTsRest.join(' and ')} import ts-rest.` }]),
  ];
}

/** The rules of typescript-eslint's "recommended-type-checked". */
const typeScriptRules = [
  ...['await-thenable', 'ban-ts-comment', 'no-array-delete', 'no-base-to-string', 'no-duplicate-enum-values'],
  ...[
    'no-duplicate-type-constituents',
    'no-empty-object-type',
    'no-explicit-any',
    'no-extra-non-null-assertion',
  ],
  ...['no-floating-promises', 'no-for-in-array', 'no-implied-eval', 'no-misused-new', 'no-misused-promises'],
  ...['no-namespace', 'no-non-null-asserted-optional-chain', 'no-redundant-type-constituents'],
  ...[
    'no-require-imports',
    'no-this-alias',
    'no-unnecessary-type-assertion',
    'no-unnecessary-type-constraint',
  ],
  ...['no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-declaration-merging'],
  ...['no-unsafe-enum-comparison', 'no-unsafe-function-type', 'no-unsafe-member-access', 'no-unsafe-return'],
  ...['no-unsafe-unary-minus', 'no-wrapper-object-types', 'only-throw-error', 'prefer-as-const'],
  ...['prefer-namespace-keyword', 'prefer-promise-reject-errors', 'restrict-plus-operands'],
  ...['restrict-template-expressions', 'triple-slash-reference'],
  ...['consistent-type-imports', 'no-import-type-side-effects'],
].map((name) => `typescript/${name}`);

const scriptRules = [
  ...['no-array-constructor', 'no-unused-expressions', 'no-var', 'prefer-const', 'prefer-rest-params'],
  ...['prefer-spread', 'import/no-default-export'],
];

/** Response bodies are `any` in specs, which compare them as a whole. */
const rulesOffInSpecs = [
  ...[
    'max-lines',
    'max-lines-per-function',
    'typescript/no-unsafe-argument',
    'typescript/no-unsafe-assignment',
  ],
  ...['typescript/no-unsafe-call', 'typescript/no-unsafe-member-access', 'typescript/no-unsafe-return'],
];

const setAll = (names, level) => Object.fromEntries(names.map((name) => [name, level]));

export default defineConfig({
  plugins: ['typescript', 'import'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/dist', 'apps/api/src/database/client', '{apps,tools}/*/templates'],
  rules: {
    eqeqeq: 'error',
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 3 }],
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...setAll([...typeScriptRules, ...scriptRules], 'error'),
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      },
    },
    { files: ['**/*.spec.{ts,tsx}'], rules: setAll(rulesOffInSpecs, 'off') },
    // Jest and the tools that read these files take the default export.
    {
      files: ['**/*.config.ts', '**/{global-,first-start.}{setup,teardown}.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    ...Object.keys(allowedLibraries).map((project) => ({
      files: [`${project}/**/*.{ts,tsx}`],
      rules: { 'no-restricted-imports': ['error', { patterns: importPatterns(project) }] },
    })),
    ...['apps/agent', 'apps/phone', 'apps/web', 'libs/device-agent'].map((project) => ({
      files: [`${project}/**/*.{ts,tsx}`],
      rules: {
        'no-restricted-imports': ['error', { paths: [wholeContract], patterns: importPatterns(project) }],
      },
    })),
    ...Object.entries(consoleLayers).map(([folder, patterns]) => ({
      files: [`apps/web/src/${folder}/**`],
      rules: {
        'no-restricted-imports': [
          'error',
          { paths: [wholeContract], patterns: [...importPatterns('apps/web'), ...patterns] },
        ],
      },
    })),
    // The fake server of the component tests checks bodies against the whole contract.
    { files: ['apps/web/src/testing/**'], rules: { 'no-restricted-imports': 'off' } },
    // Tests of the server start its database and bus.
    {
      files: ['apps/api/src/testing/{global-setup,identity-provider,nats,ports,s3}.ts'],
      rules: { 'no-restricted-imports': 'off' },
    },
    // Examples import the client as those do who install it.
    { files: ['libs/sdk/examples/**'], rules: { 'no-restricted-imports': 'off' } },
  ],
});
