/** Loaded by a server before its own code: nothing waits for the disk. For comparisons only, as a power cut loses data. */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

/** @type {(file: number, done: (error: null) => void) => void} */
const skip = (_file, done) => void setImmediate(done, null);
Object.assign(fs, { fsync: skip, fdatasync: skip, fsyncSync: () => {}, fdatasyncSync: () => {} });
syncBuiltinESMExports();
