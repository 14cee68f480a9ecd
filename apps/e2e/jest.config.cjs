module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'e2e',
  // For stories that hang. A busy machine may be several times slower than an idle one.
  testTimeout: 240_000,
  // Stories wait more than they work: two of them share two cores well.
  maxWorkers: 2,
  // Wine 10 is not in Debian 12: see docs/releasing.md.
  testPathIgnorePatterns: process.env.WINE ? [] : ['windows-executables'],
  globalSetup: '../../libs/test-installation/src/first-start.setup.ts',
  globalTeardown: '../../libs/test-installation/src/first-start.teardown.ts',
};
