import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

const scrollMs = 20_000;

/** Frames per second while the page scrolls, from Chromium's trace, and the work of the main thread. */
export async function measureScrolling(page: Page) {
  const session = await page.context().newCDPSession(page);
  const frames: number[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    const events = value as unknown as { name: string; ts: number }[];
    frames.push(...events.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1000));
  });
  await session.send('Performance.enable');
  const before = await metricsOf(session);
  await session.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
    },
    transferMode: 'ReportEvents',
  });
  const started = Date.now();
  const turns = await page.evaluate<number>(scroll);
  const seconds = (Date.now() - started) / 1000;
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  const after = await metricsOf(session);
  const share = (name: string) =>
    `${Math.round((((after.get(name) ?? 0) - (before.get(name) ?? 0)) / seconds) * 100)} %`;
  return {
    drawnFramesPerSecond: Math.round(frames.length / seconds),
    longestPausesMs: pausesOf(frames),
    scriptedFramesPerSecond: Math.round(turns / seconds),
    mainThread: {
      tasks: share('TaskDuration'),
      script: share('ScriptDuration'),
      layout: share('LayoutDuration'),
    },
  };
}

/** Returns the heap sizes after garbage collection, at the beginning and at intervals. */
export async function measureHeap(page: Page, lengthMs: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const samples: number[] = [];
  const rounds = 10;
  // First waits until the page holds as much as it ever will.
  await delay(lengthMs / rounds);
  for (let round = 0; round <= rounds; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    samples.push(Math.round((usedSize / 1024 / 1024) * 10) / 10);
    if (round < rounds) await delay(lengthMs / rounds);
  }
  return { heapMb: samples };
}

async function metricsOf(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Returns the longest times between two frames. */
function pausesOf(frames: number[]): number[] {
  const times = [...frames].sort((a, b) => a - b);
  const pauses = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? time)));
  return pauses.sort((a, b) => b - a).slice(0, 5);
}

/** Runs in the page: scrolls down and up as fast as a wheel, one step per frame. Returns the number of frames. */
const scroll = `new Promise((resolve) => {
  let direction = 1;
  let frames = 0;
  const start = performance.now();
  const step = () => {
    frames += 1;
    if (performance.now() - start > ${scrollMs}) return resolve(frames);
    const end = document.documentElement.scrollHeight - innerHeight;
    if (scrollY >= end) direction = -1;
    if (scrollY <= 0) direction = 1;
    scrollBy(0, direction * 60);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
