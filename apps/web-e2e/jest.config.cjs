module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'web-e2e',
  // For stories that hang. A busy machine may be several times slower than an idle one.
  testTimeout: 480_000,
  // Stories wait more than they work: two of them share two cores well.
  maxWorkers: 2,
  globalSetup: '../../libs/test-installation/src/first-start.setup.ts',
  globalTeardown: '../../libs/test-installation/src/first-start.teardown.ts',
};
