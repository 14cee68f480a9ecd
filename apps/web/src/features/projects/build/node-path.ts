import posix from 'path-browserify';

/** Replaces the module `path` of Node. */
export { posix };
