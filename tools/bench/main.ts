/**
 * `npm run bench [-- <name> …] [-- --full]` measures, each figure beside its baseline from the same run, and writes
 * docs/benchmarks.md.
 */
import { parseArgs } from 'node:util';
import type { Benchmark, Form } from './benchmark';
import { connections } from './connections';
import { embedded } from './embedded';
import { events } from './events';
import { fanOut } from './fan-out';
import { growth } from './growth';
import { logLines } from './log-lines';
import { report, type Measured } from './report';
import { requests } from './requests';

const benchmarks: Benchmark[] = [requests, fanOut, embedded, connections, logLines, events, growth];

const quick: Form = { isFull: false, rounds: 3, seconds: 2 };
const full: Form = { isFull: true, rounds: 6, seconds: 5 };

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { full: { type: 'boolean', default: false } },
  });
  const unknown = positionals.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown) {
    throw new Error(
      `There is no benchmark "${unknown}": name some of ${benchmarks.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  for (const benchmark of chosen) {
    console.error(`${benchmark.title} …`);
    const figures = await benchmark.measure(values.full ? full : quick);
    const measured: Measured = { ...benchmark, form: values.full ? 'full' : 'quick', figures };
    await report(measured);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
