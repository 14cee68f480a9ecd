import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Requests of somebody else during a test, from a thread that does not wait for what the test computes. */
const code = `
  const { parentPort, workerData: { url, token } } = require('node:worker_threads');
  const times = [];
  let isOver = false;
  async function ask() {
    const begin = performance.now();
    const response = await fetch(url + '/v1/devices', { headers: { authorization: 'token ' + token } });
    await response.text();
    times.push(response.ok ? performance.now() - begin : Infinity);
    if (!isOver) setTimeout(ask, 20);
    else parentPort.postMessage(times);
  }
  parentPort.once('message', () => (isOver = true));
  ask();
`;

/** Measures the requests of a bystander while something happens. Returns its result and their 99th percentile. */
export async function measureBystander<Result>(
  caller: { url: string; token: string },
  during: () => Promise<Result>,
): Promise<{ result: Result; p99Ms: number; requests: number }> {
  const worker = new Worker(code, { eval: true, workerData: caller });
  try {
    const result = await during();
    worker.postMessage('end');
    const [times] = (await once(worker, 'message')) as [number[]];
    const sorted = times.sort((a, b) => a - b);
    const p99Ms = sorted[Math.min(Math.floor(sorted.length * 0.99), sorted.length - 1)] ?? NaN;
    return { result, p99Ms, requests: sorted.length };
  } finally {
    await worker.terminate();
  }
}
