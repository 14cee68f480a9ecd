import { join } from 'node:path';
import type { Browser } from 'playwright-core';
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
  /** Bytes of pages, scripts and styles, as they were sent. */
  kilobytes: number;
}

/**
 * Opens the overview of a fleet, and by turns that of a small one on a server of its own. A first load has an empty cache; a
 * later one has the scripts in it.
 */
export async function measureOverview(browser: Browser, fleet: Fleet) {
  const stages: PostgresStage[] = [];
  try {
    for (const each of [fleet, { devices: 10, runs: 1_000 }]) stages.push(await openFleet(each));
    const loads = stages.map(() => ({ first: [] as Load[], later: [] as Load[] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, stage] of stages.entries()) {
        const { first, later } = await openOverview(browser, stage);
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
    await fillHistory(database, runs, accountId);
    await database.query('VACUUM ANALYZE');
    simulate({ children, folder: join(folder, 'devices'), server: url, count: devices });
    await untilConnected(connectedDevices(database), devices);
    return stage;
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function openOverview(browser: Browser, { service }: PostgresStage) {
  const context = await browser.newContext({ baseURL: service.url });
  try {
    const page = await context.newPage();
    await signIn(page, service);
    const state = await context.storageState();
    const fresh = await browser.newContext({ baseURL: service.url, storageState: state });
    try {
      const tab = await fresh.newPage();
      await tab.addInitScript(observe);
      const load = async () => {
        await tab.goto('/');
        return await tab.evaluate<Load>('window.overviewLoad');
      };
      return { first: await load(), later: await load() };
    } finally {
      await fresh.close();
    }
  } finally {
    await context.close();
  }
}

function toMedians(loads: Load[]): Load & { slowestMs: number } {
  const middle = (key: keyof Load) => Number(median(loads.map((load) => load[key])).toFixed(3));
  return {
    interactiveMs: Math.round(middle('interactiveMs')),
    slowestMs: Math.round(Math.max(...loads.map(({ interactiveMs }) => interactiveMs))),
    layoutShift: Math.max(...loads.map(({ layoutShift }) => layoutShift)),
    kilobytes: Math.round(middle('kilobytes')),
  };
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
      const code = performance.getEntries().filter(({ entryType, initiatorType, name }) =>
        entryType === 'navigation' || (entryType === 'resource' && !name.includes('/v1/') && initiatorType !== 'fetch'));
      const kilobytes = code.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
      // What arrives last may still move something.
      setTimeout(() => resolve({ interactiveMs, layoutShift, kilobytes }), 1500);
    });
  };
  requestAnimationFrame(look);
})`;
