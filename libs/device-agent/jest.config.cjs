module.exports = { preset: '../../jest.preset.js', displayName: 'device-agent' };
