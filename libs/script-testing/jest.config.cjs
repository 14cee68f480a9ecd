module.exports = { preset: '../../jest.preset.js', displayName: 'script-testing' };
