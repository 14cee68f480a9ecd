module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'cli',
  // The built program loads a bundle of this name.
  moduleNameMapper: { '^\\./jq\\.js$': '<rootDir>/src/filters/jq.ts' },
};
