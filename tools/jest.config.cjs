module.exports = {
  preset: '../jest.preset.js',
  displayName: 'tools',
  testPathIgnorePatterns: ['/new-feature/'],
};
