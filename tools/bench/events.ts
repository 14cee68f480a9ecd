import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Form } from './benchmark';
import { connectedDevices, insertDevices, simulate, untilConnected } from './devices';
import { median, type Figure } from './figures';
import { Baseline } from './processes';
import { runnerOf } from './runs';
import { openStage, type PostgresStage } from './stage';

const watchers = 50;
const devices = 20;
const untilArrivedMs = 120_000;

export const events: Benchmark = {
  name: 'events',
  title: 'Events',
  description:
    `Log lines of ${devices} devices, from the run request until each of ${watchers} clients of \`GET /v1/events\` has ` +
    'received all of them: lines per second over all clients. Baseline: bare Express that writes the same events from ' +
    'memory to as many clients.',
  async measure(form) {
    const stage = await openStage();
    const baseline = await Baseline.start('http', { DATABASE_URL: stage.databaseUrl });
    try {
      return [await compare({ stage, baseline }, form)];
    } finally {
      await baseline.stop();
      await stage.close();
    }
  },
};

async function compare(
  { stage, baseline }: { stage: PostgresStage; baseline: Baseline },
  { isFull, rounds }: Form,
): Promise<Figure> {
  const { children, folder, url, token } = stage;
  const lines = isFull ? 500 : 100;
  const deviceIds = await insertDevices(stage, devices);
  simulate({ children, folder: join(folder, 'devices'), server: url, count: devices, lines, runMs: 0 });
  await untilConnected(connectedDevices(stage.database), devices);
  const run = await runnerOf(stage, deviceIds);
  const ours = await watch(`${url}/v1/events?types=log`, { authorization: `token ${token}` });
  const bare = await watch(`${baseline.url}/events`, {});
  const expected = devices * lines;
  const speeds: { drover: number; baseline: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = performance.now();
    await run();
    await untilArrived(ours, expected);
    const between = performance.now();
    const sent = ours[0]?.text ?? '';
    const bareBefore = performance.now();
    await baseline.ask({ events: sent.split(/(?<=\n\n)/) });
    await untilArrived(bare, expected);
    speeds.push({
      drover: (expected * watchers * 1000) / (between - before),
      baseline: (expected * watchers * 1000) / (performance.now() - bareBefore),
    });
    for (const watcher of [...ours, ...bare]) watcher.text = '';
  }
  for (const watcher of [...ours, ...bare]) watcher.response.destroy();
  return {
    name: `log lines to ${watchers} event clients`,
    unit: 'lines/s',
    drover: median(speeds.slice(1).map(({ drover }) => drover)),
    baseline: median(speeds.slice(1).map(({ baseline: speed }) => speed)),
    details: `${expected.toLocaleString('en')} lines per round; meanwhile Drover's devices send them and its database stores them`,
  };
}

interface Watcher {
  response: IncomingMessage;
  text: string;
}

function watch(url: string, headers: Record<string, string>): Promise<Watcher[]> {
  return Promise.all(
    Array.from({ length: watchers }, async () => {
      const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
      const watcher: Watcher = { response, text: '' };
      response.setEncoding('utf8').on('data', (text: string) => (watcher.text += text));
      return watcher;
    }),
  );
}

/** Waits until every watcher has received a number of lines. */
async function untilArrived(all: Watcher[], expected: number): Promise<void> {
  const deadline = Date.now() + untilArrivedMs;
  for (const watcher of all) {
    while (linesIn(watcher.text) < expected) {
      if (Date.now() > deadline) throw new Error(`${linesIn(watcher.text)} of ${expected} lines arrived.`);
      await delay(10);
    }
  }
}

function linesIn(text: string): number {
  return text.split('"seq":').length - 1;
}
