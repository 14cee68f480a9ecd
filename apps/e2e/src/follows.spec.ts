import { Drover, type LogLine } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { setTimeout as delay } from 'node:timers/promises';

/** Programs that run the code, and simulated devices, which report the same number of lines at the same pace. */
const [agents, simulated] = [2, 198];
const follows = agents + simulated;
const [lines, lineMs] = [40, 500];
const code = `for (let n = 1; n <= ${lines}; n++) { console.log('line ' + n); sleep(${lineMs}); }`;
const allSeqs = Array.from({ length: lines }, (_, index) => index + 1);

/**
 * A follow reads its run and its log at the start, when the stream is open, after the restart, and at the end. On a busy
 * machine it also reads while the stream is opening. By polling it would read more than 20 times.
 */
const readsMax = 8;

let installation: Installation;
let drover: Drover;
/** Requests that the server has answered. */
let answered: string[];

beforeAll(async () => {
  installation = await Installation.start();
  const pace = ['--lines', String(lines), '--line-ms', String(lineMs)];
  await Promise.all([installation.startAgents('one', 'two'), installation.startFleet(simulated, ...pace)]);
  await installation.waitUntilOnline(follows);
});
afterAll(() => installation.close());

beforeEach(() => {
  answered = [];
  // A client as users create it, with the default number of retries.
  drover = new Drover({
    baseUrl: installation.url,
    token: installation.token,
    onResponse({ url, status }) {
      if (status === 200) answered.push(url);
    },
  });
});

/** Runs the code on all devices, follows each run, and waits until each follow has lines. */
async function followAll() {
  const { _id: jobId } = await installation.drover.jobs.create({ code, selector: { all: true } });
  const { items: runs } = await installation.drover.runs.list({ jobId, limit: 1000 });
  const logs = runs.map((): LogLine[] => []);
  const ended = Promise.all(
    runs.map(async ({ _id }, index) => {
      for await (const line of drover.logs.follow(_id)) logs[index].push(line);
    }),
  );
  // Not a test failure of its own, if the test fails before it waits for the end.
  ended.catch(() => undefined);
  const haveAllBegun = async () => logs.length === follows && logs.every(({ length }) => length > 0);
  await eventually(haveAllBegun, (areThey) => areThey);
  return { logs, ended };
}

const openedStreams = () => answered.filter((url) => url.endsWith('/v1/events')).length;

async function countOpenStreams(): Promise<number> {
  const metrics = await (await fetch(`${installation.url}/metrics`)).text();
  return Number(/^drover_event_watchers (\d+)$/m.exec(metrics)?.[1]);
}

/** Returns how often the follow that did so most often has read the state of its run. */
function mostReads(): number {
  const reads = new Map<string, number>();
  for (const url of answered) reads.set(url, (reads.get(url) ?? 0) + 1);
  return Math.max(...reads.values());
}

describe(`${follows} follows of one client`, () => {
  it('share one stream, and yield every line once and in order', async () => {
    const { logs, ended } = await followAll();
    expect(await countOpenStreams()).toBe(1);
    await ended;
    for (const log of logs) expect(log.map(({ seq }) => seq)).toEqual(allSeqs);
    expect(openedStreams()).toBe(1);
    expect(mostReads()).toBeLessThanOrEqual(readsMax);
  });

  it('resume on a server that was killed and came back', async () => {
    const { logs, ended } = await followAll();
    expect(logs.some(({ length }) => length < lines)).toBe(true);
    await installation.server.kill();
    // Longer than the retries of a single call last.
    await delay(5_000);
    await installation.startServer();
    await eventually(countOpenStreams, (count) => count === 1);
    await ended;
    for (const log of logs) expect(log.map(({ seq }) => seq)).toEqual(allSeqs);
    expect(openedStreams()).toBe(2);
    expect(mostReads()).toBeLessThanOrEqual(readsMax);
  });
});
