/** Packages that exist only as ES modules. Jest runs CommonJS, so they are compiled. */
const esmOnlyPackages = '(react-router|@remix-run/route-pattern|cookie-es)';

module.exports = {
  preset: '../../jest.preset.js',
  displayName: 'web',
  moduleNameMapper: { '\\.css$': '<rootDir>/src/testing/class-names.cjs' },
  transform: {
    [`/node_modules/${esmOnlyPackages}/.*\\.m?js$`]: '<rootDir>/src/testing/esm-only.transform.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!${esmOnlyPackages}/)`],
};
