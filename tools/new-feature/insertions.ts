/** Lines for a file that is there: before the first line that begins so, or, without one, sorted among its imports or exports. */
export interface Insertion {
  file: string;
  before?: string;
  lines: string;
}

const limits: Insertion = {
  file: 'libs/contract/src/limits.ts',
  before: '} as const;',
  lines: `  /** Name of a sample record. */
  sampleRecordNameChars: 64,
  /** Sample records of an account. */
  sampleRecords: 200,`,
};

const contract: Insertion[] = [
  {
    file: 'libs/contract/src/contract.ts',
    lines: `import { sampleRecords } from './sample-records.routes';`,
  },
  { file: 'libs/contract/src/contract.ts', before: '    installation,', lines: '    sampleRecords,' },
  { file: 'libs/contract/src/index.ts', lines: `export * from './sample-records.schemas';` },
  {
    file: 'libs/contract/src/reference/features.ts',
    before: `  installation: 'What anyone may know of this installation.',`,
    lines: `  sampleRecords: 'Sample records of the account.',`,
  },
  limits,
];

const sdk: Insertion[] = [
  { file: 'libs/sdk/src/index.ts', lines: `export * from './sample-records';` },
  { file: 'libs/sdk/src/drover.ts', lines: `import { SampleRecords } from './sample-records';` },
  {
    file: 'libs/sdk/src/drover.ts',
    before: '  /** The service itself. */',
    lines: `  /** The account's sample records. */
  readonly sampleRecords: SampleRecords;`,
  },
  {
    file: 'libs/sdk/src/drover.ts',
    before: '    this.installation = new InstallationResource(http);',
    lines: '    this.sampleRecords = new SampleRecords(http);',
  },
];

const api: Insertion[] = [
  {
    file: 'apps/api/prisma/schema.prisma',
    before: 'enum TokenKind {',
    lines: `model SampleRecord {
  id        String   @id
  accountId String
  name      String   @db.VarChar(64) /// LIMITS.sampleRecordNameChars
  createdAt DateTime @default(now()) @db.Timestamptz(3)

  account Account @relation(fields: [accountId], references: [id], onDelete: Cascade)

  @@unique([accountId, name])
  @@index([accountId, id(sort: Desc)])
}
`,
  },
  {
    file: 'apps/api/prisma/schema.prisma',
    before: '  tokens     AccessToken[]',
    lines: '  sampleRecords SampleRecord[]',
  },
  {
    file: 'apps/api/src/app.ts',
    lines: `import { sampleRecordRoutes } from './sample-records/sample-records.routes';`,
  },
  {
    file: 'apps/api/src/app.ts',
    before: '    installation: installationRoutes(service),',
    lines: '    sampleRecords: sampleRecordRoutes(service),',
  },
];

const contractTests: Insertion[] = [
  {
    file: 'apps/api/src/contract-tests/records.ts',
    before: '  presetId: string;',
    lines: '  sampleRecordId: string;',
  },
  {
    file: 'apps/api/src/contract-tests/record-rows.ts',
    before: '    presetId: newId(),',
    lines: '    sampleRecordId: newId(),',
  },
  {
    file: 'apps/api/src/contract-tests/record-rows.ts',
    before: '  const request = { scriptId, devices: [{ _id: deviceId }] };',
    lines: '  await prisma.sampleRecord.create({ data: named(ids.sampleRecordId) });',
  },
  {
    file: 'apps/api/src/contract-tests/limit-exercises.ts',
    before: '  presetNameChars: [',
    lines: `  sampleRecordNameChars: [
    { request: (_scene, amount) => post('/v1/sample-records', { name: text(amount) }) },
    {
      request: ({ records }, amount) =>
        put(\`/v1/sample-records/\${records.sampleRecordId}\`, { name: text(amount) }),
    },
  ],`,
  },
  {
    file: 'apps/api/src/contract-tests/limit-exercises.ts',
    before: '  presets: {',
    lines: `  sampleRecords: {
    table: 'SampleRecord',
    create: (_scene, name) => post('/v1/sample-records', { name }),
  },`,
  },
];

const web: Insertion[] = [
  {
    file: 'apps/web/src/app/router.ts',
    before: "  { path: '*', Component: MissingPage },",
    lines: `  {
    path: 'sample-records',
    lazy: page(
      () => import('../pages/sample-records/sample-records-page'),
      'SampleRecordsPage',
      'sampleRecords',
    ),
  },`,
  },
  {
    file: 'apps/web/src/texts/areas.ts',
    before: '};',
    lines: `  sampleRecords: {
    en: async () => (await import('./en/sample-records')).sampleRecords,
    zh: async () => (await import('./zh/sample-records')).sampleRecords,
  },`,
  },
  {
    file: 'apps/web/src/texts/en/audit.ts',
    before: '    preset: {',
    lines: `    'sample-record': {
      create: 'Sample record created',
      update: 'Sample record changed',
      remove: 'Sample record deleted',
    },`,
  },
  {
    file: 'apps/web/src/texts/zh/audit.ts',
    before: '    preset: {',
    lines: `    'sample-record': {
      create: '创建 sample record',
      update: '修改 sample record',
      remove: '删除 sample record',
    },`,
  },
];

export const insertions = [...contract, ...sdk, ...api, ...contractTests, ...web];
