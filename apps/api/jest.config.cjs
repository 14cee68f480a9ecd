module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'api',
  globalSetup: './src/testing/global-setup.ts',
  globalTeardown: './src/testing/global-teardown.ts',
};
