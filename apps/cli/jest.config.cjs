module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'cli',
  // The built program loads bundles of these names.
  moduleNameMapper: {
    '^\\./jq\\.js$': '<rootDir>/src/filters/jq.ts',
    '^\\./projects\\.js$': '<rootDir>/src/projects/projects.ts',
  },
};
