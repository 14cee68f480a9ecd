import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { signIn } from '../service/console';
import { connectedDevices, insertDevices, simulate, untilConnected } from './devices';
import { median } from './figures';
import { fillHistory } from './history-rows';
import { openStage, type PostgresStage } from './stage';

const rounds = 10;

interface Fleet {
  devices: number;
  runs: number;
}

/** One load of the overview. */
interface Load {
  /** From the navigation until the numbers are shown and the main thread is free. */
  interactiveMs: number;
  layoutShift: number;
  /** From the navigation until the beginning and the end of each request of the API, by its path. */
  requests: Record<string, { beginMs: number; endMs: number }>;
}

/**
 * Opens the overview of a fleet, and by turns that of a small one on a server of its own. A first load has an empty cache; a
 * later one has the scripts in it.
 */
export async function measureOverview(browser: Browser, fleet: Fleet) {
  const stages: PostgresStage[] = [];
  try {
    for (const each of [fleet, { devices: 10, runs: 1_000 }]) stages.push(await openFleet(each));
    const states = await Promise.all(stages.map((stage) => openSession(browser, stage)));
    const loads = stages.map(() => ({ first: [] as Load[], later: [] as Load[] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, state] of states.entries()) {
        const { first, later } = await openOverview(browser, state);
        // The first round warms the server up.
        if (round === 0) continue;
        loads[index]?.first.push(first);
        loads[index]?.later.push(later);
      }
    }
    const [large, small] = loads.map(({ first, later }) => ({
      first: toMedians(first),
      later: toMedians(later),
    }));
    return { fleet, large, small };
  } finally {
    for (const stage of stages) await stage.close();
  }
}

/** Starts a server on PostgreSQL whose account has connected devices and runs, one a second until now. */
async function openFleet({ devices, runs }: Fleet): Promise<PostgresStage> {
  const stage = await openStage();
  const { database, accountId, children, folder, url } = stage;
  try {
    await insertDevices(stage, devices);
    await fillHistory(database, { runs, accountId, tables: ['Job', 'Run', 'RunResult'] });
    await database.query('VACUUM ANALYZE');
    simulate({ children, folder: join(folder, 'devices'), server: url, count: devices });
    await untilConnected(connectedDevices(database), devices);
    return stage;
  } catch (error) {
    await stage.close();
    throw error;
  }
}

/** Signs in, and returns what a browser needs to open the console later. */
async function openSession(browser: Browser, { service }: PostgresStage): Promise<BrowserContextOptions> {
  const context = await browser.newContext({ baseURL: service.url });
  try {
    await signIn(await context.newPage(), service);
    return { baseURL: service.url, storageState: await context.storageState() };
  } finally {
    await context.close();
  }
}

async function openOverview(browser: Browser, session: BrowserContextOptions) {
  const context = await browser.newContext(session);
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const load = async () => {
      await page.goto('/');
      return await page.evaluate<Load>('window.overviewLoad');
    };
    return { first: await load(), later: await load() };
  } finally {
    await context.close();
  }
}

function toMedians(loads: Load[]) {
  const times = loads.map(({ interactiveMs }) => Math.round(interactiveMs));
  return {
    interactiveMs: median(times),
    slowestMs: Math.max(...times),
    layoutShift: Math.max(...loads.map(({ layoutShift }) => layoutShift)),
    requests: describeRequests(loads),
  };
}

/** Returns the medians of each request, the last one first. */
function describeRequests(loads: Load[]): string[] {
  const paths = new Set(loads.flatMap(({ requests }) => Object.keys(requests)));
  return [...paths]
    .map((path) => {
      const all = loads.flatMap(({ requests }) => requests[path] ?? []);
      return {
        path,
        begin: median(all.map(({ beginMs }) => beginMs)),
        end: median(all.map(({ endMs }) => endMs)),
      };
    })
    .sort((a, b) => b.end - a.end)
    .map(({ path, begin, end }) => `${path}: ${Math.round(begin)} to ${Math.round(end)} ms`);
}

/** Runs in the page. The panel "Needs attention" appears with the numbers, after all answers. */
const observe = `window.overviewLoad = new Promise((resolve) => {
  let layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const headings = [...document.querySelectorAll('h2, h3')];
    if (!headings.some(({ textContent }) => textContent === 'Needs attention')) return requestAnimationFrame(look);
    requestIdleCallback(() => {
      const interactiveMs = performance.now();
      const requests = {};
      for (const { name, startTime, responseEnd } of performance.getEntriesByType('resource')) {
        const { pathname, search } = new URL(name);
        // Times in a query differ from load to load.
        const path = pathname + search.replaceAll(/(from|to)=[^&]*/g, '$1=…');
        if (pathname.startsWith('/v1/')) requests[path] ??= { beginMs: startTime, endMs: responseEnd };
      }
      // What arrives last may still move something.
      setTimeout(() => resolve({ interactiveMs, layoutShift, requests }), 1500);
    });
  };
  requestAnimationFrame(look);
})`;
