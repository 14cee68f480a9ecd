/** What an archive that is imported may contain, as `BUDGET` lists it. */
export const ARCHIVE_BOUNDS = {
  archiveBytes: {
    way: 'http',
    resource: 'bytes',
    max: 268_435_456,
    unit: 'bytes per archive',
    text: 'Archive that is imported. It is held on disk',
    atBound: { status: 413 },
  },
  archiveEntries: {
    way: 'http',
    resource: 'memory',
    max: 50_000,
    unit: 'entries per archive',
    text: 'Entries of an archive that is imported',
    atBound: { status: 422 },
  },
  archiveEntryBytes: {
    way: 'http',
    resource: 'memory',
    max: 20_971_520,
    unit: 'bytes per entry',
    text: 'Unpacked entry of an archive that is imported. One is held at a time',
    atBound: { status: 422 },
  },
  archiveUnpackedBytes: {
    way: 'http',
    resource: 'time',
    max: 1_073_741_824,
    unit: 'bytes per archive',
    text: 'All entries of an archive that is imported, unpacked',
    atBound: { status: 422 },
  },
} as const;
