/** What a directory may send to `/scim/v2`, as `BUDGET` lists it. */
export const DIRECTORY_BOUNDS = {
  directoryBodyBytes: {
    way: 'directory',
    resource: 'bytes',
    // A group with thousands of members fits.
    max: 262_144,
    unit: 'bytes per body',
    text: 'Body of a SCIM request',
    atBound: { status: 413 },
  },
  directoryRequestsAtOnce: {
    way: 'directory',
    resource: 'concurrency',
    max: 4,
    unit: 'requests per node',
    text: 'SCIM requests that are processed. Their bodies have arrived, and workspaces take turns',
    atBound: 'further requests wait',
  },
  directoryPageItems: {
    way: 'directory',
    resource: 'memory',
    max: 200,
    unit: 'records per page',
    text: 'Users or groups in a list',
    atBound: 'the list has a next page',
  },
  directoryFilterTerms: {
    way: 'directory',
    resource: 'values',
    max: 50,
    unit: 'parts per filter',
    text: 'Comparisons, brackets and "not" in a filter',
    atBound: { status: 400 },
  },
  directoryUsers: {
    way: 'directory',
    resource: 'memory',
    max: 10_000,
    unit: 'users per workspace',
    text: 'Users that a directory has created and not deleted',
    atBound: { status: 409 },
  },
  directoryGroups: {
    way: 'directory',
    resource: 'memory',
    max: 1000,
    unit: 'groups per workspace',
    text: 'Groups that a directory has created and not deleted',
    atBound: { status: 409 },
  },
} as const;
