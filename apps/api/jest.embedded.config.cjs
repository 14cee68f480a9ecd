const { existsSync } = require('node:fs');
const { join } = require('node:path');

/**
 * The specs that run on both databases: on PostgreSQL with all others, and again on the embedded one. They depend on the
 * database itself: transactions and locks of simultaneous callers, large statements, sorting, connections, files.
 */
const specs = [
  'contract-tests/former-installation.spec.ts',
  'contract-tests/group-roles.spec.ts',
  'contract-tests/roles.spec.ts',
  'database/',
  'features/approvals/',
  'features/archives/archives.spec.ts',
  'features/device-groups/device-groups.spec.ts',
  'features/devices/device-lists.spec.ts',
  'features/events/hub.spec.ts',
  'features/jobs/create-job.spec.ts',
  'features/jobs/list-jobs.spec.ts',
  'features/members/bound-groups.spec.ts',
  'features/passkeys/',
  'features/retention/',
  'features/rollouts/advance.spec.ts',
  'features/runs/log-blocks.spec.ts',
  'features/runs/retries.spec.ts',
  'features/runs/runs.spec.ts',
  'features/schedules/due.spec.ts',
  'features/schedules/many-nodes.spec.ts',
  'features/second-factor/',
  'features/statistics/',
  'features/stores/',
  'features/webhooks/claim.spec.ts',
  'features/webhooks/sender.spec.ts',
  'features/webhooks/settle.spec.ts',
  'link/cluster.spec.ts',
  'link/delivery.spec.ts',
];

/** Specs that open databases of their own, whatever TEST_DATABASE is, so that once is enough. */
const alreadyEmbedded = [
  'database/database.spec.ts',
  'database/embedded/checkpointer.spec.ts',
  'database/embedded/data-directory.spec.ts',
  'database/embedded/power-cut.spec.ts',
  'database/embedded/session-lock.spec.ts',
  'database/embedded/vacuum.spec.ts',
  'database/embedded/wire-server.spec.ts',
  'database/embedded/write-ahead-log.spec.ts',
  'database/move.spec.ts',
];

const missing = [...specs, ...alreadyEmbedded].filter((path) => !existsSync(join(__dirname, 'src', path)));
if (missing.length > 0)
  throw new Error(`jest.embedded.config.cjs lists missing files: ${missing.join(', ')}.`);

process.env.TEST_DATABASE = 'embedded';

module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'api-embedded',
  // Each worker has a database, and an embedded one takes seconds to create.
  maxWorkers: 1,
  testPathIgnorePatterns: alreadyEmbedded,
  testMatch: specs.map((path) => `<rootDir>/src/${path.endsWith('/') ? `${path}**/*.spec.ts` : path}`),
};
