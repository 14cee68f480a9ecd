import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from '../service/children';
import { startAgent } from '../service/service';
import type { Benchmark } from './benchmark';
import { atMost, median, type Figure } from './figures';
import { openEmbeddedStage, type Stage } from './stage';

const root = join(__dirname, '../..');
const device = 'dev';
const untilMs = 30_000;

/** Leaves a save alone, as an editor does. */
const pauseMs = 800;

export const dev: Benchmark = {
  name: 'dev',
  title: 'Development',
  description:
    '`drover dev` on a real agent: milliseconds from saving a file until the first line of its run is printed. A project ' +
    'of five TypeScript files with a package from npm. Baseline: a plain file.',
  async measure({ isFull }) {
    const stage = await openEmbeddedStage();
    try {
      return [await compare(stage, isFull ? 30 : 8)];
    } finally {
      await stage.close();
    }
  },
};

/** A running `drover dev`, and the function that saves its source with another text to print. */
interface Session {
  child: Child;
  save: (text: string) => void;
}

async function compare(stage: Stage, rounds: number): Promise<Figure> {
  const { children, folder, url, drover } = stage;
  const { key } = await drover.enrolmentKeys.create({});
  startAgent({ children, folder, url, key, name: device });
  while (!(await drover.devices.list()).items.some(({ online }) => online)) await delay(100);
  const [project, plain] = [startProject(stage), startPlain(stage)];
  const times: { drover: number; baseline: number }[] = [];
  await untilPrinted(project, 'start');
  await untilPrinted(plain, 'start');
  for (let round = 0; round <= rounds; round += 1) {
    times.push({
      drover: await timeOf(project, `round ${round}.`),
      baseline: await timeOf(plain, `round ${round}.`),
    });
  }
  const [ours, bare] = [
    median(times.slice(1).map((time) => time.drover)),
    median(times.slice(1).map(({ baseline }) => baseline)),
  ];
  return {
    name: 'save of a project until its first line',
    unit: 'ms',
    drover: ours,
    baseline: bare,
    target: atMost(ours / bare, 1.5, '1.5 ×'),
    details: `${rounds} saves of each in turn`,
  };
}

function startProject(stage: Stage): Session {
  const folder = join(stage.folder, 'project');
  const write = writer(folder);
  write('drover.json', JSON.stringify({ name: 'project', entry: 'src/main.ts' }));
  for (const name of ['one', 'two', 'three']) {
    write(`src/${name}.ts`, `export const ${name} = (x: number): number => x + 1;\n`);
  }
  write(
    'src/main.ts',
    `import { parse } from 'cookie';\nimport { one } from './one';\nimport { two } from './two';\n` +
      `import { three } from './three';\nimport { text } from './text';\n` +
      `console.log(text, one(two(three(0))), parse('a=1').a);\n`,
  );
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules/cookie'), join(folder, 'node_modules/cookie'));
  const save = (text: string) => write('src/text.ts', `export const text = ${JSON.stringify(text)};\n`);
  save('start');
  return { child: startDev(stage, folder), save };
}

function startPlain(stage: Stage): Session {
  const folder = join(stage.folder, 'plain');
  const write = writer(folder);
  const save = (text: string) => write('plain.js', `console.log(${JSON.stringify(text)});\n`);
  save('start');
  return { child: startDev(stage, join(folder, 'plain.js')), save };
}

/** Returns a function that writes files below a folder. */
function writer(folder: string) {
  return (name: string, text: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
}

function startDev({ children, url, token }: Stage, path: string): Child {
  const env = { DROVER_URL: url, DROVER_TOKEN: token };
  return children.start(`drover dev ${path}`, 'cli', { args: ['dev', path, '--device', device], env });
}

async function timeOf(session: Session, text: string): Promise<number> {
  await delay(pauseMs);
  session.save(text);
  return untilPrinted(session, text);
}

/** Returns the milliseconds until a line with the text was printed. */
async function untilPrinted({ child }: Session, text: string): Promise<number> {
  const before = performance.now();
  while (!child.tail.some((line) => line.includes(text))) {
    if (performance.now() - before > untilMs) throw new Error(`${child.name} did not print "${text}".`);
    await delay(2);
  }
  return performance.now() - before;
}
