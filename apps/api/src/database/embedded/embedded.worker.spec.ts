import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase } from './embedded';

const tasks = '/proc/self/task';

/** Returns the nice values of the threads of this process. */
async function niceValues(): Promise<number[]> {
  const files = (await readdir(tasks)).map((thread) => readFile(join(tasks, thread, 'stat'), 'utf8'));
  // The nice value is field 19. Field 2 is the name of the thread in parentheses, which may contain spaces.
  return (await Promise.all(files)).map((stat) => Number(stat.split(') ')[1].split(' ')[16]));
}

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('the thread of the database has a lower priority than the main thread', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'drover-test-'));
  const fail = (error: unknown) => {
    throw error;
  };
  const own = getPriority();
  expect(Math.max(...(await niceValues()))).toBe(own);

  const database = await openEmbeddedDatabase({ directory: join(parent, 'database'), onFailure: fail });
  expect(Math.max(...(await niceValues()))).toBe(Math.min(own + 5, 19));
  expect(getPriority()).toBe(own);

  await database.close();
  await rm(parent, { recursive: true });
});
