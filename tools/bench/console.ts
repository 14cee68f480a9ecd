/**
 * `npm run bench:console` measures the console in a browser: loading the overview of a fleet with many runs, scrolling the
 * page of a job while its runs change, and the memory of a page that streams a log. `--devices 2000`, `--runs 100000` and
 * `--minutes 1` shorten it, and `--only overview`, `--only scrolling` or `--only streaming` measures one of them.
 */
import { Drover } from '@drover/sdk';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { Children } from '../service/children';
import { openBrowser, signIn } from '../service/console';
import { startAgent, startService, untilReady, type Service } from '../service/service';
import { measureOverview } from './overview';
import { measureHeap, measureScrolling } from './page-measures';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const devices = Number(values.devices);
const runs = Number(values.runs);
const minutes = Number(values.minutes);
const linesPerSecond = 500;
/** Duration of a simulated run, so that runs start and end while the page scrolls. */
const runMs = 15_000;

interface Stage {
  service: Service;
  drover: Drover;
  children: Children;
  folder: string;
}

async function main(): Promise<void> {
  const { only } = values;
  const browser = await openBrowser();
  try {
    const report = {
      machine: `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
      ...((only ?? 'overview') === 'overview' && {
        overview: await measureOverview(browser, { devices, runs }),
      }),
      ...(only !== 'overview' && (await measurePages(browser))),
    };
    console.log(JSON.stringify(report, null, 2));
  } finally {
    await browser.close();
  }
}

/** Measures pages while devices report. */
async function measurePages(browser: Browser) {
  const folder = await mkdtemp(join(tmpdir(), 'drover-bench-'));
  const children = new Children((error) => console.error(error.message));
  try {
    const stage = await start(children, folder);
    const page = await (await browser.newContext({ baseURL: stage.service.url })).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await signIn(page, stage.service);
    const isChosen = (name: string) => (values.only ?? name) === name;
    return {
      ...(isChosen('scrolling') && { scrolling: await scrollJob(page, stage) }),
      ...(isChosen('streaming') && { streaming: await streamLog(page, stage) }),
      complaints,
    };
  } finally {
    await children.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function start(children: Children, folder: string): Promise<Stage> {
  const service = await startService({ children, folder, settings: { RATE_LIMIT: '0' } });
  await untilReady(service, AbortSignal.timeout(120_000));
  return { service, children, folder, drover: new Drover({ baseUrl: service.url, token: service.token }) };
}

/** Scrolls the page of a job for all devices while its runs start and end. */
async function scrollJob(page: Page, { service: { url }, drover, children, folder }: Stage) {
  const { key } = await drover.enrolmentKeys.create({ maxUses: devices });
  const data = ['--data', join(folder, 'fleet'), '--count', String(devices), '--run-ms', String(runMs)];
  children.start('the fleet', 'agent', { args: ['simulate', '--server', url, '--key', key, ...data] });
  while ((await drover.devices.list({ online: true })).count < devices) await delay(1_000);
  const { items } = await drover.devices.list();
  const { jobId } = await drover.scripts.execute({ code: '1', devices: items.map(({ _id }) => ({ _id })) });
  await page.goto(`/jobs/${jobId}`);
  await page.getByRole('table').waitFor({ timeout: 60_000 });
  const before = (await drover.jobs.get(jobId)).counts;
  const scrolling = await measureScrolling(page);
  const after = (await drover.jobs.get(jobId)).counts;
  const changed = {
    running: [before.running, after.running],
    succeeded: [before.succeeded, after.succeeded],
  };
  await page.getByRole('img', { name: `Succeeded: ${devices}`, exact: true }).waitFor({ timeout: 300_000 });
  return { runs: devices, changed, ...scrolling, endsComplete: true };
}

/** Opens the page of a run whose log keeps growing. */
async function streamLog(page: Page, { service: { url }, drover, children, folder }: Stage) {
  const { key } = await drover.enrolmentKeys.create();
  startAgent({ children, folder, url, key, name: 'Writer' });
  let writer = (await drover.devices.list({ name: 'Writer', online: true })).items[0];
  for (; !writer; await delay(200)) {
    writer = (await drover.devices.list({ name: 'Writer', online: true })).items[0];
  }
  const code = `for (let line = 1; ; line += 1) {
    console.log('line ' + line + ' of a growing log');
    if (line % ${linesPerSecond / 10} === 0) sleep(100);
  }`;
  const { jobId } = await drover.scripts.execute({ code, devices: [writer] });
  const [run] = (await drover.runs.list({ jobId })).items;
  await page.goto(`/runs/${run?._id}`);
  await page.getByRole('log').waitFor({ timeout: 30_000 });
  const heap = await measureHeap(page, minutes * 60_000);
  await drover.jobs.remove(jobId);
  const lines = (await drover.runs.listLogs(run?._id ?? '', { limit: 1 })).lastSeq;
  return { minutes, lines, ...heap };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
