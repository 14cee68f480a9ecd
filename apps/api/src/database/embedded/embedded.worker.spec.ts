import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase } from './embedded';

const tasks = '/proc/self/task';

/** Returns the nice value of each thread of this process. */
async function niceValues(): Promise<Map<string, number>> {
  const threads = await readdir(tasks);
  const stats = await Promise.all(threads.map((thread) => readFile(join(tasks, thread, 'stat'), 'utf8')));
  // The nice value is field 19. Field 2 is the name of the thread in parentheses, which may contain spaces.
  return new Map(
    threads.map((thread, index) => [thread, Number(stats[index].split(') ')[1].split(' ')[16])]),
  );
}

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('the thread of the database has a lower priority than the main thread', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'drover-test-'));
  const fail = (error: unknown) => {
    throw error;
  };
  const own = getPriority();
  // Earlier specs in this process may have left threads with other priorities.
  const before = await niceValues();
  expect(before.get(String(process.pid))).toBe(own);

  const database = await openEmbeddedDatabase({ directory: join(parent, 'database'), onFailure: fail });
  const added = [...(await niceValues())].filter(([thread]) => !before.has(thread));
  expect(Math.max(...added.map(([, nice]) => nice))).toBe(Math.min(own + 5, 19));
  expect(getPriority()).toBe(own);

  await database.close();
  await rm(parent, { recursive: true });
});
