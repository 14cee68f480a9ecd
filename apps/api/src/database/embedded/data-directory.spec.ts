import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type Child } from '../../testing/child';
import { lockDataDirectory } from './data-directory';

const holder = `
  const { lockDataDirectory } = require(${JSON.stringify(join(__dirname, 'data-directory.ts'))});
  lockDataDirectory(process.argv[1]).then(
    () => { console.log('locked'); setInterval(() => {}, 1000); },
    (error) => console.log(error.message),
  );
`;

describe('lockDataDirectory', () => {
  let parent: string;
  let directory: string;
  const children: Child[] = [];

  async function startHolder(): Promise<Child> {
    const child = startChild(holder, directory);
    children.push(child);
    expect(await child.nextLine()).toBe('locked');
    return child;
  }

  const inUseBy = (pid: number) =>
    `The data directory ${directory} is in use by process ${pid}. Stop it, or set DATA_DIR to another directory.`;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'drover-test-'));
    directory = join(parent, '数据 of drover');
  });

  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
    await rm(parent, { recursive: true });
  });

  it('creates the directory so that only its user can access it', async () => {
    const lock = await lockDataDirectory(directory);

    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    await lock.release();
  });

  it('rejects a second process and names the first', async () => {
    const first = await startHolder();

    await expect(lockDataDirectory(directory)).rejects.toThrow(inUseBy(first.pid));
  });

  it('rejects a second lock within one process', async () => {
    const lock = await lockDataDirectory(directory);

    await expect(lockDataDirectory(directory)).rejects.toThrow(inUseBy(process.pid));
    await lock.release();
  });

  it('releases the lock at once when its process is killed', async () => {
    const first = await startHolder();
    await first.kill();

    const lock = await lockDataDirectory(directory);
    await lock.release();
  });

  it('keeps the lock of a stopped process', async () => {
    const first = await startHolder();
    first.process.kill('SIGSTOP');

    await expect(lockDataDirectory(directory)).rejects.toThrow(inUseBy(first.pid));
  });

  it('gives the lock to one of several concurrent processes', async () => {
    const contenders = Array.from({ length: 4 }, () => startChild(holder, directory));
    children.push(...contenders);

    const lines = await Promise.all(contenders.map((child) => child.nextLine()));

    expect(lines.filter((line) => line === 'locked')).toHaveLength(1);
  });

  it('can lock the directory again after its release', async () => {
    const lock = await lockDataDirectory(directory);
    await lock.release();

    await (await lockDataDirectory(directory)).release();
  });
});
