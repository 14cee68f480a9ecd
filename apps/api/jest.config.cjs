module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'api',
  testTimeout: 60_000,
  globalSetup: './src/testing/global-setup.ts',
  globalTeardown: './src/testing/global-teardown.ts',
};
