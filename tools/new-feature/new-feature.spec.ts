import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const needed = ['apps', 'libs', 'tools', 'package.json', 'tsconfig.base.json', '.prettierrc.json'];

/** All files that a new feature touches, as one program with the settings of the console, which include those of the others. */
const touched = {
  extends: './apps/web/tsconfig.json',
  include: [
    'libs/sdk/src/conformance/conformance.ts',
    'apps/api/src/app.ts',
    'apps/api/src/contract-tests/*.ts',
    'apps/api/src/features/idle-batteries/*.ts',
    'apps/web/src/app/router.ts',
    'apps/web/src/texts/**/*.ts',
    'apps/web/src/**/*.d.ts',
  ],
};

let copy: string;

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function newFeature(...names: string[]) {
  const tsx = ['node_modules/tsx/dist/cli.mjs', '--tsconfig', 'tools/tsconfig.json'];
  return run(...tsx, 'tools/new-feature/main.ts', ...names);
}

describe('npm run new-feature', () => {
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'drover-new-feature-'));
    for (const name of needed) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it('writes a feature that compiles, and does not overwrite an existing one', () => {
    expect(newFeature('idle-batteries')).toMatchObject({ status: 0 });
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(touched));
    expect(run('node_modules/typescript-7/bin/tsc', '-p', '.')).toEqual({ status: 0, output: '' });
    expect(newFeature('idle-batteries').output).toContain('There is a feature idle-batteries already');
  }, 300_000);

  it.each([
    ['devices', 'There is a feature devices already'],
    ['nodes', "'Node' means something else already, in apps/api/prisma/schema.prisma."],
    ['attachments', "'Attachment' means something else already, in libs/contract/src/messages.schemas.ts."],
    ['Sheep', "'Sheep' is not a name"],
  ])('rejects %s with a reason', (name, reason) => {
    const { status, output } = newFeature(name);
    expect(status).toBe(2);
    expect(output).toContain(reason);
  });
});
