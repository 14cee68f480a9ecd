const { createTransformer } = require('@swc/jest');

const swc = createTransformer({ swcrc: false, jsc: { target: 'es2022' }, module: { type: 'commonjs' } });

/** Compiles packages that exist only as ES modules. React Router reads `import.meta.hot`, which CommonJS cannot parse. */
module.exports = {
  ...swc,
  process: (source, ...rest) => swc.process(source.replaceAll('import.meta', '({})'), ...rest),
};
