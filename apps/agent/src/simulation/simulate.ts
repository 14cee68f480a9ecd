import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { replaceFile } from '../device/data-folder';
import { enrol, normalizeServerUrl } from '../device/enrolment';
import { SimulatedCredential, SimulatedDevice, type Simulation } from './simulated-device';

/** Devices that enrol or connect at the same time. */
const batchSize = 50;

export interface SimulationOptions {
  server: string;
  key?: string;
  count: number;
  lines: number;
  lineMs: number;
  runMs: number;
  failEvery: number;
  /** Bytes of the result of each run. 0: none. */
  resultBytes: number;
  data?: string;
}

/** Connects the devices and keeps them connected until the process receives a signal. */
export async function simulate(options: SimulationOptions): Promise<void> {
  const credentials = await loadCredentials(options);
  const simulation: Simulation = {
    lines: options.lines,
    lineMs: options.lineMs,
    runMs: options.runMs,
    resultBytes: options.resultBytes,
    connected: 0,
    runsStarted: 0,
    runsFinished: 0,
    linesSent: 0,
    reconnects: 0,
  };
  let refused = 0;
  const devices = credentials.map(
    (credential, index) =>
      new SimulatedDevice(credential, {
        simulation,
        failing: failingNumber(index, options.failEvery),
        onEnd: () => (refused += 1),
      }),
  );
  const reports = setInterval(() => console.log(summary(simulation, devices.length, refused)), 1000);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      clearInterval(reports);
      for (const device of devices) device.close();
      setTimeout(() => process.exit(0), 1000);
    });
  }
  for (let first = 0; first < devices.length; first += batchSize) {
    for (const device of devices.slice(first, first + batchSize)) device.open();
    await delay(20);
  }
}

/** Every Nth device fails. Returns the number of a device among them, from 0. */
function failingNumber(index: number, failEvery: number): number | undefined {
  const isFailing = failEvery > 0 && (index + 1) % failEvery === 0;
  return isFailing ? (index + 1) / failEvery - 1 : undefined;
}

function summary(simulation: Simulation, count: number, refused: number): string {
  const { connected, runsStarted, runsFinished, linesSent, reconnects } = simulation;
  const memoryMb = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  return (
    `connected ${connected}/${count}, started ${runsStarted}, finished ${runsFinished}, lines ${linesSent}, ` +
    `reconnects ${reconnects}, refused ${refused}, memory ${memoryMb} MB`
  );
}

/** Loads the saved credentials and enrols the missing devices with the key. */
async function loadCredentials(options: SimulationOptions): Promise<SimulatedCredential[]> {
  const server = normalizeServerUrl(options.server);
  const path = options.data && join(resolve(options.data), 'simulated.json');
  if (options.data) mkdirSync(resolve(options.data), { recursive: true, mode: 0o700 });
  const credentials = path ? readCredentials(path).filter((credential) => credential.server === server) : [];
  while (credentials.length < options.count) {
    const { key } = options;
    if (!key)
      throw new Error(
        `${options.count - credentials.length} devices are not enrolled yet. Pass an enrolment key with --key.`,
      );
    const missing = Math.min(batchSize, options.count - credentials.length);
    const first = credentials.length + 1;
    const batch = await Promise.allSettled(
      Array.from({ length: missing }, (_, i) => enrol({ server, key, name: `sim-${first + i}` })),
    );
    credentials.push(...batch.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    if (path) replaceFile(path, JSON.stringify(credentials));
    const failed = batch.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
  return credentials.slice(0, options.count);
}

function readCredentials(path: string): SimulatedCredential[] {
  try {
    return z.array(SimulatedCredential).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return [];
  }
}
