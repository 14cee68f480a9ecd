import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { schemaPathsOf } from './paths';

function run(program: 'check' | 'create', ...args: string[]) {
  const file = join(__dirname, `${program}.ts`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', require.resolve('tsx/cjs'), file, ...args],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe('npm run migrations:check and migrations:create', () => {
  let directory: string;

  function addModelToSchema(): void {
    const { schema } = schemaPathsOf(directory);
    writeFileSync(schema, `${readFileSync(schema, 'utf8')}\nmodel Sheep {\n  id String @id\n}\n`);
  }

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'drover-test-'));
    cpSync(dirname(schemaPathsOf().schema), directory, { recursive: true });
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  it('succeeds for the migrations of the server', () => {
    expect(run('check')).toMatchObject({ status: 0, stdout: 'The migrations match the schema.\n' });
  });

  it('fails and prints the missing SQL if the schema has a new model', () => {
    addModelToSchema();

    expect(run('check', directory)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('CREATE TABLE "Sheep"'),
    });
  });

  it('writes a migration, after which the check succeeds', () => {
    addModelToSchema();

    expect(run('create', 'sheep', directory)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/\d{14}_sheep.migration\.sql\n$/),
    });
    expect(run('check', directory)).toMatchObject({ status: 0 });
    expect(run('create', 'nothing', directory)).toMatchObject({
      status: 0,
      stdout: 'The migrations match the schema. Wrote nothing.\n',
    });
  });

  it('rejects an invalid name', () => {
    expect(run('create', '../up', directory)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Usage: /),
    });
  });
});
