/**
 * `npm run bench [-- <name> …] [-- --full] [-- --write]` measures each figure beside a baseline in the same run and prints
 * them. `--write` also updates docs/benchmarks.md.
 */
import { parseArgs } from 'node:util';
import type { Benchmark, Form } from './benchmark';
import { connections } from './connections';
import { embedded } from './embedded';
import { events } from './events';
import { fanOut } from './fan-out';
import { growth } from './growth';
import { logLines } from './log-lines';
import { neighbours } from './neighbours/neighbours';
import { print, write, type Measurement } from './report';
import { requests } from './requests';

const benchmarks: Benchmark[] = [
  requests,
  fanOut,
  embedded,
  connections,
  logLines,
  events,
  growth,
  neighbours,
];

const quick: Form = { isFull: false, rounds: 3, seconds: 2 };
const full: Form = { isFull: true, rounds: 6, seconds: 5 };

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const unknown = positionals.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown) {
    throw new Error(
      `There is no benchmark "${unknown}". Choose from ${benchmarks.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  for (const benchmark of chosen) {
    console.error(`${benchmark.title} …`);
    const figures = await benchmark.measure({ ...(values.full ? full : quick), only: values.only });
    const measurement: Measurement = { ...benchmark, form: values.full ? 'full' : 'quick', figures };
    print(measurement);
    if (values.write) await write(measurement);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
