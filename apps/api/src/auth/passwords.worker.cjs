/** A thread that hashes and verifies passwords. On Linux all other threads of the server have a higher priority. */
const { hashSync, verifySync } = require('@node-rs/argon2');
const { getPriority, setPriority } = require('node:os');
const { parentPort } = require('node:worker_threads');

/** A tenth of the main thread's share and a third of the database's, so that signing in works on a busy machine. */
const niceness = Math.min(getPriority() + 10, 19);

// Only on Linux does this affect the calling thread instead of the process.
if (process.platform === 'linux') setPriority(niceness);

/** @typedef {{ password: string, passwordHash?: string }} Task hashes a password, or compares it with a hash */

parentPort?.on('message', (/** @type {Task} */ { password, passwordHash }) => {
  parentPort?.postMessage(
    passwordHash === undefined ? hashSync(password) : verifySync(passwordHash, password),
  );
});
