/** Features, each with one folder in the server. */
const features = '^apps/api/src/features/';

/**
 * Folders of the server that features stand on. They know no feature: a function of a feature that one of them needs is
 * passed in.
 */
const infrastructure =
  '^apps/api/src/(agent-files|auth|blobs|bus|content|context|database|device-socket|encryption|errors|http|masking|metrics|outbox|records|source-maps|tasks)/';

/** Imports never form a cycle, between files or between folders, types included. oxlint.config.mjs rules projects. */
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs|tools)/' },
      to: { circular: true },
    },
    {
      name: 'infrastructure-below-features',
      severity: 'error',
      from: { path: infrastructure },
      to: { path: ['^apps/api/src/(features|routes|link|autox)/', '^apps/api/src/[^/]+$'] },
    },
    {
      name: 'features-below-routes',
      severity: 'error',
      from: { path: features },
      to: { path: ['^apps/api/src/(routes|link|autox)/', '^apps/api/src/[^/]+$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Specs sit beside the feature that they test and use the whole server, so they would tie every folder to every other.
    exclude: {
      path: ['^apps/api/src/database/client', '^apps/api/src/(testing|contract-tests)/', '\\.spec\\.tsx?$'],
    },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
  },
};
