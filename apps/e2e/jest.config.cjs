module.exports = { preset: '../../jest.preset.js', displayName: 'e2e', testTimeout: 60_000 };
