/** Stands for a CSS module in tests: every class has its own name. Other style sheets are empty. */
module.exports = new Proxy({}, { get: (_classes, name) => (name === '__esModule' ? false : name) });
