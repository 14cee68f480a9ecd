/**
 * `npm run bench [-- <name> …] [-- --full] [-- --write]` measures each figure beside a baseline in the same run and prints
 * them. `--write` also updates docs/benchmarks.md. `-- neighbours --only <attack>,<attack>` measures beside some attacks,
 * `-- history --only <runs>` and `-- migration --only <runs>` measure with another number of runs, `-- history --only <runs>,<text>`
 * measures the lists that contain the text, and `-- soak --minutes <number>` sets the duration.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { artifacts } from './artifacts';
import type { Benchmark, Form } from './benchmark';
import { connections } from './connections';
import { dev } from './dev';
import { embedded } from './embedded';
import { events } from './events';
import { fanOut } from './fan-out';
import { growth } from './growth';
import { history } from './history';
import { inputFiles } from './input-files';
import { logLines } from './log-lines';
import { migration } from './migration';
import { neighbours, neighboursApart, neighboursOnPostgresql } from './neighbours/neighbours';
import { print, write, type Measurement } from './report';
import { requests } from './requests';
import { results } from './results';
import { retention } from './retention';
import { size } from './size';
import { soak } from './soak/soak';

const benchmarks: Benchmark[] = [
  requests,
  fanOut,
  embedded,
  connections,
  logLines,
  artifacts,
  results,
  inputFiles,
  size,
  retention,
  migration,
  events,
  dev,
  growth,
  history,
  neighbours,
  neighboursOnPostgresql,
  neighboursApart,
  soak,
];

const pictures = join(__dirname, '../../docs/images');

const quick: Form = { isFull: false, rounds: 3, seconds: 2, minutes: 4, pictures };
const full: Form = { isFull: true, rounds: 6, seconds: 5, minutes: 30, pictures };

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const unknown = positionals.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown) {
    throw new Error(
      `There is no benchmark "${unknown}". Choose from ${benchmarks.map(({ name }) => name).join(', ')}.`,
    );
  }
  const isChosen = ({ name, isOnDemand }: Benchmark) =>
    positionals.length === 0 ? !isOnDemand : positionals.includes(name);
  const form: Form = { ...(values.full ? full : quick), only: values.only };
  if (values.minutes) form.minutes = Number(values.minutes);
  if (!(form.minutes > 0)) throw new Error(`--minutes must be a number above 0, not "${values.minutes}".`);
  if (!values.write) form.pictures = tmpdir();
  for (const benchmark of benchmarks.filter(isChosen)) {
    console.error(`${benchmark.title} …`);
    const figures = await benchmark.measure(form);
    const measurement: Measurement = { ...benchmark, form: values.full ? 'full' : 'quick', figures };
    print(measurement);
    if (values.write) await write(measurement, { isPartial: form.only !== undefined });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
