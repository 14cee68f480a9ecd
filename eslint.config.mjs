import nx from '@nx/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** One way down: who may import whom. A project without a row may import nobody. */
const boundaries = [
  { sourceTag: 'scope:contract', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:test-services', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:sdk', onlyDependOnLibsWithTags: ['scope:contract'] },
  { sourceTag: 'scope:api', onlyDependOnLibsWithTags: ['scope:contract', 'scope:test-services'] },
  { sourceTag: 'scope:agent', onlyDependOnLibsWithTags: ['scope:contract'] },
  { sourceTag: 'scope:web', onlyDependOnLibsWithTags: ['scope:contract', 'scope:sdk'] },
  { sourceTag: 'scope:cli', onlyDependOnLibsWithTags: ['scope:sdk'] },
  {
    sourceTag: 'scope:e2e',
    onlyDependOnLibsWithTags: ['scope:contract', 'scope:sdk', 'scope:test-services'],
  },
  { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['scope:contract', 'scope:sdk'] },
];

/** ts-rest may have to be replaced one day: leaving it should cost two folders. */
const tsRestOutsideItsFolders = {
  group: ['@ts-rest/*'],
  message: 'ts-rest is imported in libs/contract and apps/api alone.',
};

const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: a thing has one name everywhere.',
};

export default defineConfig(
  globalIgnores(['**/dist', '**/node_modules', '**/coverage', '.nx', 'apps/api/src/database/client']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,cjs,mjs,ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
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
  {
    files: ['**/*.spec.{ts,tsx}'],
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
