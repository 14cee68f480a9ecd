/** A thread that hashes and verifies passwords. On Linux requests get more processor time than it does. */
const { hashSync, verifySync } = require('@node-rs/argon2');
const { existsSync, readlinkSync } = require('node:fs');
const { getPriority, setPriority } = require('node:os');
const { basename } = require('node:path');
const { parentPort } = require('node:worker_threads');

/** A third of the share of other threads, so that signing in works on a busy machine too. */
const niceness = Math.min(getPriority() + 5, 19);
/** Linux names the thread that reads this link, and gives each thread a priority of its own. */
const ownThread = '/proc/thread-self';

if (existsSync(ownThread)) setPriority(Number(basename(readlinkSync(ownThread))), niceness);

/** @typedef {{ password: string, passwordHash?: string }} Task hashes a password, or compares it with a hash */

parentPort?.on('message', (/** @type {Task} */ { password, passwordHash }) => {
  parentPort?.postMessage(
    passwordHash === undefined ? hashSync(password) : verifySync(passwordHash, password),
  );
});
