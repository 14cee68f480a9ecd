module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'create-drover',
  // All have a package of the same name.
  modulePathIgnorePatterns: ['<rootDir>/templates'],
};
