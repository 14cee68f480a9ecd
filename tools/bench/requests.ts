import type { Benchmark, Form } from './benchmark';
import { atLeast, atMost, median, type Figure } from './figures';
import { fillFleet, fleet } from './fleet';
import { listCases, readsIndex } from './lists';
import { load, type Load, type Speed } from './load';
import { Baseline } from './processes';
import { openStage, type PostgresStage } from './stage';

const count = (number: number) => number.toLocaleString('en');

export const requests: Benchmark = {
  name: 'requests',
  title: 'Requests',
  description:
    `An account with ${fleet.ownDevices} devices and ${count(fleet.ownRuns)} runs, in a database with ` +
    `${count(fleet.devices)} devices and ${count(fleet.runs)} runs of other accounts. Requests per second over ten ` +
    'connections; runs are requested one after the other. Baseline: bare Express with one hand-written query of the ' +
    'same rows, or one INSERT of the run, without authentication or validation.',
  async measure(form) {
    const stage = await openStage();
    try {
      await fillFleet(stage.database, stage.accountId);
      const env = { DATABASE_URL: stage.databaseUrl, ACCOUNT_ID: stage.accountId };
      const baseline = await Baseline.start('http', env);
      try {
        return await measureAll({ stage, baseline, form });
      } finally {
        await baseline.stop();
      }
    } finally {
      await stage.close();
    }
  },
};

interface Measurement {
  stage: PostgresStage;
  baseline: Baseline;
  form: Form;
}

async function measureAll(measurement: Measurement): Promise<Figure[]> {
  const { stage, baseline } = measurement;
  const headers = { authorization: `token ${stage.token}` };
  const ours = (path: string): Load => ({ url: stage.url + path, pid: stage.pid, headers });
  const bare = (path: string): Load => ({ url: baseline.url + path, pid: baseline.pid });
  const figures: Figure[] = [];
  for (const [index, listCase] of listCases.entries()) {
    const speeds = await compare(measurement, { ours: ours(listCase.path), bare: bare(`/lists/${index}`) });
    const isIndexed = await readsIndex(stage.database, listCase, stage.accountId);
    figures.push(perSecond(`GET ${listCase.path}`, speeds, isIndexed ? '' : '; **scans the table**'));
  }
  const { items } = await stage.drover.devices.list({ limit: 1 });
  const [device] = items;
  const one = await compare(measurement, {
    ours: ours(`/v1/devices/${device._id}`),
    bare: bare(`/devices/${device._id}`),
  });
  return [...figures, perSecond('GET /v1/devices/{id}', one), await runFigure(measurement, device._id)];
}

/** Runs rounds of both by turns, so that other load on the machine affects both. */
async function compare(
  { form }: Measurement,
  { ours, bare, connections = 10 }: { ours: Load; bare: Load; connections?: number },
): Promise<{ drover: Speed; baseline: Speed }> {
  const rounds: { drover: Speed; baseline: Speed }[] = [];
  for (let round = 0; round < form.rounds; round += 1) {
    const seconds = form.seconds;
    rounds.push({
      drover: await load(ours, { seconds, connections }),
      baseline: await load(bare, { seconds, connections }),
    });
  }
  // The first round warms up.
  const speedOf = (side: 'drover' | 'baseline'): Speed => {
    const middle = (key: keyof Speed) => median(rounds.slice(1).map((round) => round[side][key]));
    return { perSecond: middle('perSecond'), p50: middle('p50'), p99: middle('p99'), cpuMs: middle('cpuMs') };
  };
  return { drover: speedOf('drover'), baseline: speedOf('baseline') };
}

function perSecond(
  name: string,
  { drover, baseline }: { drover: Speed; baseline: Speed },
  remark = '',
): Figure {
  return {
    name,
    unit: 'requests/s',
    drover: drover.perSecond,
    baseline: baseline.perSecond,
    target: atLeast(drover.perSecond, 0.6 * baseline.perSecond, '0.6 × baseline'),
    details: `${latencies(drover, baseline)}${remark}`,
  };
}

async function runFigure(measurement: Measurement, deviceId: string): Promise<Figure> {
  const { stage, baseline } = measurement;
  const { _id } = await stage.drover.devscripts.create({ name: 'bench' });
  await stage.drover.devscripts.uploadFiles(_id, { code: 'console.log(1)' });
  const { jobId } = await stage.drover.devscripts.run(_id, { devices: [{ _id: deviceId }] });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;
  const { drover, baseline: bare } = await compare(measurement, {
    ours: {
      ...{ ...request, url: `${stage.url}/v1/devscripts/${_id}/run`, pid: stage.pid },
      headers: { ...request.headers, authorization: `token ${stage.token}` },
      body: JSON.stringify({ devices: [{ _id: deviceId }] }),
    },
    bare: {
      ...{ ...request, url: `${baseline.url}/run`, pid: baseline.pid },
      body: JSON.stringify({ jobId, devices: [{ _id: deviceId }] }),
    },
    connections: 1,
  });
  return {
    name: 'POST /v1/devscripts/{id}/run to one device, p50',
    unit: 'ms',
    drover: drover.p50,
    baseline: bare.p50,
    target: atMost(drover.p50, bare.p50 + 3, 'baseline + 3 ms'),
    details: latencies(drover, bare),
  };
}

function latencies(drover: Speed, baseline: Speed): string {
  const text = ({ p50, p99, cpuMs }: Speed) =>
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, CPU ${cpuMs.toFixed(2)} ms`;
  return `${text(drover)}; baseline ${text(baseline)}`;
}
