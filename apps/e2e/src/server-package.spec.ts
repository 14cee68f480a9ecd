import { Drover } from '@drover/sdk';
import { createScratchFolder, eventually, Program } from '@drover/test-installation';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './testing/packed-package';

interface Packed {
  filename: string;
  files: { path: string }[];
}

const run = promisify(execFile);
const token = `hmp_${randomBytes(32).toString('hex')}`;
const programs: Program[] = [];

let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => ({ path: folder, remove } = await createScratchFolder()));
afterAll(async () => {
  for (const program of programs.reverse()) await program.stop();
  await remove();
});

/** Packs a built package and extracts it into a folder of its own. */
async function install(built: string, name: string): Promise<Packed> {
  const pack = ['pack', join(root, built), '--json', '--pack-destination', folder];
  const [packed] = JSON.parse((await run('npm', pack)).stdout) as [Packed];
  await run('mkdir', [join(folder, name)]);
  await run('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', name], {
    cwd: folder,
  });
  return packed;
}

function start(main: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const program = new Program({ main: join(folder, main), cwd: folder }, { args, env });
  programs.push(program);
  return program;
}

/** Returns the URL that the server logs when it is ready. */
async function waitForUrl(server: Program): Promise<string> {
  const find = () => /"url":"(http:[^"]+)".*Drover is ready/.exec(server.output)?.[1];
  return (await eventually(
    async () => find(),
    (url) => url !== undefined,
    180_000,
  )) as string;
}

describe('npm packages @drover/server and @drover/agent', () => {
  it('contain what they need, without source maps or specs', async () => {
    const server = await install('dist/packages/server', 'server');
    const agent = await install('dist/apps/agent', 'agent');
    const paths = server.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/apps/api/main.js',
        'dist/apps/web/index.html',
        'dist/apps/agent/drover-agent.tgz',
      ]),
    );
    expect(paths.filter((path) => /\.map$|\.spec\./.test(path))).toEqual([]);
    expect(agent.files.map(({ path }) => path)).toEqual([
      'LICENSE',
      'README.md',
      'launcher.js',
      'main.js',
      'package.json',
      'script-child.js',
    ]);
  });

  it('run a script in a folder without this repository', async () => {
    // As `npm install` would, which needs a network. A spec of the packages compares the versions.
    await run('mkdir', ['-p', join(folder, 'server/node_modules/@electric-sql')]);
    for (const library of ['@electric-sql/pglite', '@node-rs']) {
      await symlink(join(root, 'node_modules', library), join(folder, 'server/node_modules', library));
    }
    const server = start('server/dist/apps/api/main.js', [], {
      ...{ DATA_DIR: join(folder, 'data'), PORT: '0', DROVER_ADMIN_TOKEN: token },
    });
    const url = await waitForUrl(server);
    const drover = new Drover({ baseUrl: url, token, retries: 5, timeoutMs: 30_000 });
    expect(await (await fetch(url)).text()).toContain('<title>Drover</title>');

    const { key } = await drover.enrolmentKeys.create({});
    const agentArgs = ['--server', url, '--name', 'packed', '--data', join(folder, 'agent-data')];
    start('agent/main.js', agentArgs, { DROVER_ENROLMENT_KEY: key });
    const { items: devices } = await eventually(
      () => drover.devices.list({ online: true }),
      ({ count }) => count === 1,
    );

    const { _id } = await drover.devscripts.create({ name: 'packed' });
    await drover.devscripts.uploadFiles(_id, { code: `console.log('from ' + hamibot.robotName);` });
    const { jobId } = await drover.devscripts.run(_id, { devices });
    const { items: runs } = await eventually(
      () => drover.runs.list({ jobId }),
      ({ items: [first] }) => first?.state === 'succeeded',
    );
    const { items: lines } = await drover.runs.listLogs(runs[0]?._id ?? '');
    expect(lines.map(({ text }) => text)).toEqual(['from packed']);
  });
});
