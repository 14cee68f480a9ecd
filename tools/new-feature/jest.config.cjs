module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'new-feature',
  testPathIgnorePatterns: ['/templates/'],
};
