/**
 * `npm run bench:console` measures the console in a browser: scrolling the page of a job while its runs change, and
 * the memory of a page that streams a log. `--devices 2000` and `--minutes 1` make it smaller.
 */
import { Drover } from '@drover/sdk';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { Children } from '../demo/children';
import { freePort, untilReady } from '../demo/service';
import { measureHeap, measureScrolling } from './page-measures';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '5' },
  },
});
const devices = Number(values.devices);
const minutes = Number(values.minutes);
const linesPerSecond = 500;
/** How long a simulated run takes: runs go on to begin and end while the page is scrolled. */
const runMs = 15_000;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

interface Stage {
  url: string;
  drover: Drover;
  children: Children;
  folder: string;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-bench-'));
  const children = new Children((error) => console.error(error.message));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const stage = await start(children, folder);
    const page = await (await browser.newContext({ baseURL: stage.url })).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await signIn(page);
    const report = {
      machine: `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
      scrolling: await scrollJob(page, stage),
      streaming: await streamLog(page, stage),
      complaints,
    };
    console.log(JSON.stringify(report, null, 2));
  } finally {
    await browser.close();
    await children.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const account = { email: 'bench@example.org', password: randomBytes(8).toString('hex') };

async function start(children: Children, folder: string): Promise<Stage> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const token = `hmp_${randomBytes(32).toString('hex')}`;
  const settings = {
    ...{ DATA_DIR: join(folder, 'service'), PORT: new URL(url).port, RATE_LIMIT: '0', LOG_LEVEL: 'warn' },
    ...{
      DROVER_ADMIN_EMAIL: account.email,
      DROVER_ADMIN_PASSWORD: account.password,
      DROVER_ADMIN_TOKEN: token,
    },
  };
  children.start('the service', 'api', {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  });
  await untilReady({ url }, AbortSignal.timeout(120_000));
  return { url, children, folder, drover: new Drover({ baseUrl: url, token }) };
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Overview' }).waitFor();
}

/** The page of a job for all devices, scrolled while its runs begin and end. */
async function scrollJob(page: Page, { url, drover, children, folder }: Stage) {
  const { key } = await drover.enrolmentKeys.create({ maxUses: devices });
  const data = ['--data', join(folder, 'fleet'), '--count', String(devices), '--run-ms', String(runMs)];
  children.start('the fleet', 'agent', {
    args: ['simulate', '--server', url, '--key', key, ...data],
    env: process.env,
  });
  while ((await drover.devices.list({ online: true, limit: 1 })).count < devices) await delay(1_000);
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

/** The page of a run whose log grows all the time. */
async function streamLog(page: Page, { url, drover, children, folder }: Stage) {
  const { key } = await drover.enrolmentKeys.create();
  const agent = ['--server', url, '--key', key, '--name', 'Writer', '--data', join(folder, 'agent')];
  children.start('the agent', 'agent', { args: agent, env: process.env });
  let writer = (await drover.devices.list({ name: 'Writer', online: true })).items[0];
  for (; !writer; await delay(200)) {
    writer = (await drover.devices.list({ name: 'Writer', online: true })).items[0];
  }
  const code = `for (let line = 1; ; line += 1) {
    console.log('line ' + line + ' of a log that goes on');
    if (line % ${linesPerSecond / 10} === 0) sleep(100);
  }`;
  const { jobId } = await drover.scripts.execute({ code, devices: [writer] });
  const [run] = (await drover.runs.list({ jobId })).items;
  await page.goto(`/runs/${run?._id}`);
  await page.getByRole('log').waitFor({ timeout: 30_000 });
  const heap = await measureHeap(page, minutes * 60_000);
  await drover.jobs.remove(jobId);
  const lines = (await drover.runs.listLogs(run?._id ?? '', { limit: 1 })).count;
  return { minutes, lines, ...heap };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
