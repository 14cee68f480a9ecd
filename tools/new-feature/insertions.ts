/** Lines to insert into an existing file: before the first line that starts with a text, or sorted among its imports or exports. */
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
  { file: 'libs/contract/src/contract.ts', before: '  installation,', lines: '  sampleRecords,' },
  { file: 'libs/contract/src/index.ts', lines: `export * from './sample-records.schemas';` },
  {
    file: 'libs/contract/src/reference/features.ts',
    before: `  installation: 'Public information about this installation.',`,
    lines: `  sampleRecords: 'Sample records of the account.',`,
  },
  limits,
];

const sdk: Insertion[] = [
  { file: 'libs/sdk/src/index.ts', lines: `export * from './sample-records';` },
  { file: 'libs/sdk/src/drover.ts', lines: `import { SampleRecords } from './sample-records';` },
  {
    file: 'libs/sdk/src/drover.ts',
    before: '  /** Information about the service. */',
    lines: `  /** The account's sample records. */
  readonly sampleRecords: SampleRecords;`,
  },
  {
    file: 'libs/sdk/src/drover.ts',
    before: '    this.installation = new InstallationResource(http);',
    lines: '    this.sampleRecords = new SampleRecords(http);',
  },
  {
    file: 'libs/sdk/src/routes.ts',
    before: "  'installation.get':",
    lines: `  'sampleRecords.list': 'GET /v1/sample-records 200',
  'sampleRecords.create': 'POST /v1/sample-records 201',
  'sampleRecords.get': 'GET /v1/sample-records/:sampleRecordId 200',
  'sampleRecords.update': 'PUT /v1/sample-records/:sampleRecordId 204',
  'sampleRecords.remove': 'DELETE /v1/sample-records/:sampleRecordId 204',`,
  },
  {
    file: 'libs/sdk/src/conformance/limits.ts',
    before: '  credentialFailuresPerMinute:',
    lines: `  sampleRecordNameChars: Limit<64, 'sampleRecords.create' | 'sampleRecords.update'>;
  sampleRecords: Limit<200, 'sampleRecords.create'>;`,
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
    lines: `import { sampleRecordRoutes } from './routes/sample-records.routes';`,
  },
  {
    file: 'apps/api/src/app.ts',
    before: '    installation: installationRoutes(context),',
    lines: '    sampleRecords: sampleRecordRoutes(context),',
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
    file: 'apps/api/src/contract-tests/limit-counts.ts',
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
    before: "  { path: '*', Component: NotFoundPage },",
    lines: `  {
    path: 'sample-records',
    lazy: lazyPage(
      () => import('../pages/sample-records/sample-records-page'),
      'SampleRecordsPage',
      'sample-records',
    ),
  },`,
  },
  {
    file: 'apps/web/src/texts/resources.ts',
    before: '}',
    lines: `  'sample-records': typeof import('./en/sample-records').texts;`,
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
