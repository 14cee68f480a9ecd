module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'api',
  // Without PostgreSQL, creating the embedded database takes seconds, and more on a busy machine.
  testTimeout: 240_000,
  maxWorkers: 2,
  // Jest loads every module again for each spec file, and its heap grows. It replaces a worker above this limit.
  workerIdleMemoryLimit: '500MB',
  globalSetup: './src/testing/global-setup.ts',
  globalTeardown: './src/testing/global-teardown.ts',
};
