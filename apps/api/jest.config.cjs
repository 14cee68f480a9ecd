module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'api',
  // An embedded database takes seconds to make, and longer on a busy machine.
  testTimeout: 60_000,
  globalSetup: './src/testing/global-setup.ts',
  globalTeardown: './src/testing/global-teardown.ts',
};
