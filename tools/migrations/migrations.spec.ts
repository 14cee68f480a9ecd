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

jest.setTimeout(60_000);

describe('the migration commands', () => {
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

  it('find that the migrations of the service agree with its schema', () => {
    expect(run('check')).toMatchObject({ status: 0, stdout: 'The migrations agree with the schema.\n' });
  });

  it('fail on a schema that the migrations do not reach, and print what is missing', () => {
    addModelToSchema();

    expect(run('check', directory)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('CREATE TABLE "Sheep"'),
    });
  });

  it('write the next migration, after which both agree', () => {
    addModelToSchema();

    expect(run('create', 'sheep', directory)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/\d{14}_sheep.migration\.sql\n$/),
    });
    expect(run('check', directory)).toMatchObject({ status: 0 });
    expect(run('create', 'nothing', directory)).toMatchObject({
      status: 0,
      stdout: 'The migrations agree with the schema; nothing to write.\n',
    });
  });

  it('refuse a name that is none', () => {
    expect(run('create', '../up', directory)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Usage: /),
    });
  });
});
