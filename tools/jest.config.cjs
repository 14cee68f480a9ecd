module.exports = {
  preset: '../jest.preset.js',
  displayName: 'tools',
  testPathIgnorePatterns: ['/drift/', '/new-feature/'],
};
