import { Drover, type Device } from '@drover/sdk';
import { freePort } from '@drover/test-services';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Form } from '../benchmark';
import { simulate } from '../devices';
import type { Figure } from '../figures';
import { inspectable } from '../memory';
import { AttackerProcess } from '../neighbours/attacker-process';
import { attacks } from '../neighbours/attacks';
import { openNeighbourhood, type Neighbourhood } from '../neighbours/neighbourhood';
import { untilReady } from '../../service/service';
import { drawChart, type Curve } from './chart';
import { measures, Observed, type Period } from './observe';
import { flatShare, trendOf } from './trend';

const devices = 2000;
const samplesMax = 200;
const sampleMsMin = 2_000;
const attackMs = 10_000;
const jobMs = 20_000;
const agentRunMs = 4_000;
const agentName = 'agent';
/** An agent remembers its last thousand runs, so that its memory grows until then. */
const agentRunsBefore = 1_000;
const agentRunsAtOnce = 4;
const minutesPerRestart = 10;
const fleetTimeoutMs = 300_000;
const reconnectMs = 1_000;
const scale = 0.1;
const code = `console.log('soak')`;

export const soak: Benchmark = {
  name: 'soak',
  title: 'Soak',
  isOnDemand: true,
  description:
    'One server with its default settings and 2,000 simulated devices that all run a job every 20 s, and an agent that ' +
    'has run 1,000 scripts before and runs one every 4 s. The hostile accounts do one attack after the other, with ' +
    'pauses between them, and each of them has an event stream that is read all the time. The server is ' +
    'restarted every ten minutes, at least once, by SIGTERM and SIGKILL in turn. The growth is a slope by least ' +
    'squares times the duration, without the first 30 % of each life of the process. A measure is flat if the growth ' +
    'that is certain (two standard errors) is at most 5 % of the mean.\n\n' +
    '![Memory, handles and files of the server and the agent over time](images/soak.svg)',
  async measure(form) {
    const neighbourhood = await openNeighbourhood();
    const attacker = await AttackerProcess.start();
    try {
      const names = attacks.map(({ name }) => name);
      await attacker.prepare({ target: neighbourhood.target, names, scale });
      return await observeAll({ neighbourhood, attacker, form });
    } finally {
      await attacker.stop();
      await neighbourhood.close();
    }
  },
};

interface Soak {
  neighbourhood: Neighbourhood;
  attacker: AttackerProcess;
  form: Form;
}

async function observeAll(soaking: Soak): Promise<Figure[]> {
  const { neighbourhood, form } = soaking;
  const agentProcess = await startDevices(neighbourhood);
  await runOnAgent(neighbourhood);
  const over = new AbortController();
  const periods: Period[] = [];
  const agent = new Observed(agentProcess);
  const work = Promise.all([
    attackInTurn(soaking, over.signal),
    runJobs(neighbourhood, over.signal),
    restartAtTimes(soaking, over.signal),
    watchEvents(neighbourhood, over.signal),
  ]);
  const begin = Date.now();
  const seconds = form.minutes * 60;
  const sampleMs = Math.max(sampleMsMin, (seconds * 1000) / samplesMax);
  let [server, pid] = [undefined as Observed | undefined, 0];
  while (Date.now() - begin < seconds * 1000) {
    const at = (Date.now() - begin) / 1000;
    const current = neighbourhood.service.process.pid ?? 0;
    if (!server || current !== pid) {
      server?.close();
      pid = current;
      server = new Observed({ pid, inspectPort: neighbourhood.inspectPort });
      periods.push(server.period);
    }
    await Promise.all([server.observe(at), agent.observe(at)]);
    await delay(Math.max(at * 1000 + sampleMs - (Date.now() - begin), 0));
  }
  over.abort();
  await work;
  server?.close();
  agent.close();
  const curves: Curve[] = [
    { name: 'server', color: '#1c6dd0', periods },
    { name: 'agent', color: '#d0661c', periods: [agent.period] },
  ];
  const picture = join(form.pictures, 'soak.svg');
  writeFileSync(picture, drawChart(curves, seconds));
  console.error(`The curves are in ${picture}.`);
  return [...curves.flatMap((curve) => toFigures(curve)), crashFigure(neighbourhood, periods.length)];
}

function toFigures({ name, periods }: Curve): Figure[] {
  return measures.map(({ key, title, unit }) => {
    const { mean, perHour, error, growth, isFlat } = trendOf(periods.map((period) => period[key]));
    return {
      name: `growth of the ${name}'s ${title}`,
      unit: '% of the mean',
      drover: growth * 100,
      target: { text: `flat: ≤ ${flatShare * 100} %`, isReached: isFlat },
      details: `mean ${mean.toFixed(0)} ${unit}, ${perHour.toFixed(1)} ± ${(2 * error).toFixed(1)} ${unit} per hour`,
    };
  });
}

function crashFigure({ crashes }: Neighbourhood, lives: number): Figure {
  const target = { text: '0', isReached: crashes === 0 };
  return {
    name: 'crashes of the server',
    unit: 'times',
    drover: crashes,
    target,
    details: `started ${lives} times`,
  };
}

/** Starts the simulated devices and the agent, and waits until they are online. Returns the agent's process. */
async function startDevices({ children, folder, service, drover }: Neighbourhood) {
  const { url: server } = service;
  const { key } = await drover.enrolmentKeys.create({ maxUses: devices + 1, expiresIn: 3600 });
  const inspectPort = await freePort();
  const args = ['--server', server, '--key', key, '--name', agentName, '--data', join(folder, 'agent')];
  const env = { NODE_OPTIONS: inspectable(inspectPort) };
  const { process: agent } = children.start('the agent', 'agent', { args, env });
  simulate({ children, folder: join(folder, 'devices'), server, count: devices, lines: 5, runMs: 1000, key });
  const deadline = Date.now() + fleetTimeoutMs;
  while ((await countOnline(server)) < devices + 1) {
    if (Date.now() > deadline) throw new Error('The devices did not connect in time.');
    await delay(1000);
  }
  return { pid: agent.pid ?? 0, inspectPort };
}

/** Runs as many scripts on the agent as it remembers. */
async function runOnAgent({ drover }: Neighbourhood): Promise<void> {
  const { agent: devices } = await findTargets(drover);
  let runs = 0;
  await Promise.all(
    Array.from({ length: agentRunsAtOnce }, async () => {
      for (; runs < agentRunsBefore; runs += 1) await drover.scripts.executeAndWait({ code, devices });
    }),
  );
}

/** Counts the devices that are connected to the server, by its metrics. */
async function countOnline(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^drover_connected_devices (\d+)/m.exec(text)?.[1] ?? 0);
}

async function attackInTurn({ attacker }: Soak, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const attack = attacks[turn % attacks.length];
    await attacker.begin(attack.name);
    await pause(attackMs, signal);
    console.error(`  ${attack.title}: ${await attacker.end()}`);
    await pause(attackMs, signal);
  }
}

/** Reads the events of each hostile account all the time, so that the server holds their past events all the time. */
async function watchEvents({ target }: Neighbourhood, signal: AbortSignal): Promise<void> {
  const watch = async (token: string) => {
    while (!signal.aborted) {
      const headers = { authorization: `token ${token}` };
      await fetch(`${target.url}/v1/events`, { headers, signal })
        .then((response) => response.body?.pipeTo(new WritableStream()))
        .catch(() => undefined);
      await pause(reconnectMs, signal);
    }
  };
  await Promise.all(target.neighbours.map(({ token }) => watch(token)));
}

/** Runs jobs on all devices and on the agent, and goes on where a request fails because the server is restarting. */
async function runJobs({ service, drover }: Neighbourhood, signal: AbortSignal): Promise<void> {
  const patient = new Drover({ baseUrl: service.url, token: service.token, retries: 10 });
  const { agent, simulated } = await findTargets(drover);
  const run = async (targets: Target[], everyMs: number) => {
    while (!signal.aborted) {
      await patient.scripts.execute({ code, devices: targets }).catch(() => undefined);
      await pause(everyMs, signal);
    }
  };
  await Promise.all([run(simulated, jobMs), run(agent, agentRunMs)]);
}

type Target = Pick<Device, '_id'>;

async function findTargets(drover: Drover): Promise<{ agent: Target[]; simulated: Target[] }> {
  const [agent, simulated]: Target[][] = [[], []];
  for await (const { _id, name } of drover.devices.iterate()) {
    (name === agentName ? agent : simulated).push({ _id });
  }
  return { agent, simulated };
}

/** Restarts the server at equal distances, by SIGTERM and SIGKILL in turn. */
async function restartAtTimes({ neighbourhood, form }: Soak, signal: AbortSignal): Promise<void> {
  const { children, service } = neighbourhood;
  const restarts = Math.max(Math.round(form.minutes / minutesPerRestart) - 1, 1);
  for (let restart = 0; restart < restarts; restart += 1) {
    await pause((form.minutes * 60_000) / (restarts + 1), signal);
    if (signal.aborted) return;
    console.error(`  restart ${restart + 1} …`);
    await children.end(service.process, restart % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    service.restart();
    await untilReady(service, AbortSignal.any([signal, AbortSignal.timeout(120_000)])).catch(() => undefined);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
