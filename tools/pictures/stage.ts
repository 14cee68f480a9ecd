import { Drover, type Device } from '@drover/sdk';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Children } from '../service/children';
import { startAgent, startService, untilReady, type Service } from '../service/service';
import { castOf, fleetSize, offlineCount } from './cast';
import { insertPastRuns } from './past-runs';

interface Set {
  children: Children;
  /** The data folder of the server and the agents. */
  folder: string;
  signal: AbortSignal;
}

/** The state before the first picture. */
export interface Stage {
  service: Service;
  drover: Drover;
  /** The devices of the real agents. */
  agents: Device[];
  /** All devices. */
  fleet: Device[];
  scriptId: string;
}

const agentNames = ['Office desktop', 'Server room'];

/** Starts a server with its fleet, two agents that run scripts, and a script. */
export async function setStage({ children, folder, signal }: Set): Promise<Stage> {
  const service = await startService({ children, folder });
  await untilReady(service, signal);
  const drover = new Drover({ baseUrl: service.url, token: service.token });
  await startFleet({ children, folder, signal }, { service, drover });
  const { key } = await drover.enrolmentKeys.create({ maxUses: agentNames.length });
  for (const name of agentNames) startAgent({ children, folder, url: service.url, key, name });
  const online = fleetSize - offlineCount + agentNames.length;
  while (
    ((await drover.devices.list({ online: true, limit: 1, total: true }, { signal })).total ?? 0) < online
  ) {
    await delay(200, undefined, { signal });
  }
  const { items: fleet } = await drover.devices.list();
  const agents = fleet.filter(({ name }) => agentNames.includes(name));
  for (const { _id } of agents) await drover.devices.update(_id, { tags: ['office'] });
  const scriptId = await createScript(drover);
  await insertPastRuns(folder, scriptId);
  await addSchedules(drover, { scriptId, agents });
  return { service, drover, agents, fleet, scriptId };
}

/** Creates schedules, one of which fails, and a preset. */
async function addSchedules(
  drover: Drover,
  { scriptId, agents }: Pick<Stage, 'scriptId' | 'agents'>,
): Promise<void> {
  const { devscripts, presets, schedules } = drover;
  const shops = { scriptId, selector: { tag: 'shop' } };
  await presets.create({ name: 'Count all shops', ...shops });
  await schedules.create({ name: 'Count before opening', when: { cron: '30 6 * * *' }, job: shops });
  await schedules.create({ name: 'Count after closing', when: { cron: '15 20 * * 1-6' }, job: shops });
  const { _id } = await devscripts.create({ name: 'Price check' });
  await devscripts.uploadFiles(_id, { code: 'const prices = {};\nconsole.log(prices.apple.toFixed(2));\n' });
  const job = { scriptId: _id, devices: agents };
  const failing = await schedules.create({ name: 'Price check at noon', when: { cron: '0 12 * * *' }, job });
  const started = await schedules.run(failing._id);
  while ((await drover.jobs.get(started._id)).counts.failed < agents.length) await delay(200);
}

/** Registers the devices and connects all but the offline ones, from one process with fast and one with slow devices. */
async function startFleet(
  { children, folder, signal }: Set,
  { service, drover }: { service: Service; drover: Drover },
): Promise<void> {
  const { key } = await drover.enrolmentKeys.create({ maxUses: fleetSize });
  const credentials: object[] = [];
  for (const { tags, ...machine } of castOf(fleetSize)) {
    signal.throwIfAborted();
    const { device, token } = await drover.enrolments.create({ ...machine, key });
    const { _id: deviceId, name } = device;
    await drover.devices.update(deviceId, { tags });
    credentials.push({ server: service.url, deviceId, name, token, machine });
  }
  const online = credentials.slice(0, fleetSize - offlineCount);
  for (const [index, runMs] of ['4000', '60000'].entries()) {
    const devices = online.filter((_credential, number) => number % 2 === index);
    const data = join(folder, `fleet-${runMs}`);
    await mkdir(data);
    await writeFile(join(data, 'simulated.json'), JSON.stringify(devices));
    const args = ['--server', service.url, '--data', data, '--count', String(devices.length)];
    children.start('the fleet', 'agent', {
      args: ['simulate', ...args, '--run-ms', runMs, '--lines', '8'],
    });
  }
}

async function createScript(drover: Drover): Promise<string> {
  const { _id } = await drover.devscripts.create({ name: 'Stock count' });
  const [code, config] = await Promise.all(
    ['stock-count.js', 'config.json'].map((name) => readFile(join(__dirname, 'script', name), 'utf8')),
  );
  await drover.devscripts.uploadFiles(_id, { code, config });
  return _id;
}
