import type { Benchmark, Form } from '../benchmark';
import { createDatabase } from '../database';
import { atMost, median, quantile, type Figure } from '../figures';
import { peakBytes, resetPeakBytes } from '../processes';
import { AttackerProcess } from './attacker-process';
import { attacks } from './attacks';
import { Bystander, type Experience } from './bystander';
import { openNeighbourhood, type Neighbourhood } from './neighbourhood';
import { untilRecovered } from './recovery';

const wanted = { p99: 3, webhookMs: 1000 };

/** The choice of all attacks at once: from one account, and then from all accounts. */
const together = 'all';

/** Prefix of the keys of attacks from the other accounts. */
const ofOthers = 'others:';

/** The attack that is measured from several accounts, as its title says. */
const ofSeveral = 'webhooks';

/** How often each attack runs before it is measured. */
const unmeasuredRuns = 2;

/** Factor for the rounds. The more requests, the less a single interruption of the machine changes their p99. */
const roundsFactor = 2;

/** Records of the quick form, as a share of those of the full form. */
const quickScale = 0.25;

const description = (server: string) =>
  `${server} One account makes one attack at a time, and then all of them at once, as fast as its rate limits allow. ` +
  'Then eight accounts each make all of them at once, which has no target. Meanwhile, a bystander with 50 devices ' +
  'sends 50 requests per second, and 5 messages per second to its webhook. The time of a request begins when it is ' +
  'due, and a failed one counts as 10 s. Baseline: the same processes without an attack, in alternating rounds. Before ' +
  'these, each attack runs twice unmeasured, because V8 compiles code when it first runs. The ' +
  'attacks run on the same machine in one process, which gets only idle processor time. ' +
  '`--only <attack>,<attack>` measures beside some of them, and `--only all` beside all of them together.';

export const neighbours: Benchmark = {
  name: 'neighbours',
  title: 'Hostile neighbours',
  description: description('One server with its default settings and its embedded database.'),
  measure: async (form) => measure(await openNeighbourhood(), form),
};

export const neighboursOnPostgresql: Benchmark = {
  name: 'neighbours-postgresql',
  title: 'Hostile neighbours with PostgreSQL',
  isOnDemand: true,
  description: description('One server with a database on PostgreSQL, on the same machine.'),
  async measure(form) {
    const { url, drop } = await createDatabase();
    try {
      return await measure(await openNeighbourhood(url), form);
    } finally {
      await drop();
    }
  },
};

export const neighboursApart: Benchmark = {
  name: 'neighbours-apart',
  title: 'Hostile neighbours on another server',
  isOnDemand: true,
  description: description(
    'Two servers on the same machine with their default settings. The attacks are against one of them, and the bystander ' +
      'uses the other one, so that only the machine is shared.',
  ),
  async measure(form) {
    const attacked = await openNeighbourhood();
    try {
      return await measure(await openNeighbourhood(), form, attacked);
    } finally {
      await attacked.close();
    }
  },
};

async function measure(
  neighbourhood: Neighbourhood,
  form: Form,
  attacked = neighbourhood,
): Promise<Figure[]> {
  const attacker = await AttackerProcess.start();
  try {
    const bystander = await Bystander.start(neighbourhood.service.url, neighbourhood.bystander);
    try {
      return await measureAll({ neighbourhood, attacked, attacker, bystander, form });
    } finally {
      bystander.close();
    }
  } finally {
    await attacker.stop();
    await neighbourhood.close();
  }
}

interface Measurement {
  neighbourhood: Neighbourhood;
  attacked: Neighbourhood;
  attacker: AttackerProcess;
  bystander: Bystander;
  form: Form;
}

/** What is measured beside the attacks with these keys. */
interface Situation {
  title: string;
  keys: string[];
  rounds: number;
  /** The target is for what one account does, or what the accounts with hanging webhooks do. */
  hasTarget: boolean;
}

/** What all rounds of an attack showed. */
interface Comparison extends Pick<Situation, 'title' | 'hasTarget'> {
  quiet: Experience;
  hostile: Experience;
  quietBytes: number;
  hostileBytes: number;
  crashes: number;
  recoveryMs: number[];
  tallies: string[];
}

async function measureAll(measurement: Measurement): Promise<Figure[]> {
  const { attacker, attacked, form } = measurement;
  const all = attacks.map(({ name }) => name);
  const chosen = form.only?.split(',') ?? [...all, together];
  const unknown = chosen.find((name) => name !== together && !all.includes(name));
  if (unknown)
    throw new Error(`There is no attack "${unknown}". Choose from ${all.join(', ')}, ${together}.`);
  const names = chosen.includes(together) ? all : chosen;
  const scale = form.isFull ? 1 : quickScale;
  const {
    url,
    neighbours: [first, ...others],
  } = attacked.target;
  await attacker.prepare({ target: { url, neighbours: [first] }, names, scale });
  const namesOfOthers = chosen.includes(together) ? all : chosen.filter((name) => name === ofSeveral);
  await attacker.prepare({
    target: { url, neighbours: others },
    names: namesOfOthers,
    prefix: ofOthers,
    scale,
  });
  const comparisons: Comparison[] = [];
  for (const situation of situationsOf(chosen, roundsFactor * form.rounds)) {
    console.error(`  ${situation.title} …`);
    comparisons.push(await compare(measurement, situation));
  }
  return [...comparisons.flatMap(toFigures), memoryFigure(comparisons)];
}

/** The chosen attacks one by one, and then all of them from one account and from eight, if `chosen` contains that. */
function situationsOf(chosen: string[], rounds: number): Situation[] {
  const single = attacks
    .filter(({ name }) => chosen.includes(name))
    .map(({ name, title }) => ({
      title,
      keys: [name === ofSeveral ? ofOthers + name : name],
      rounds,
      hasTarget: true,
    }));
  if (!chosen.includes(together)) return single;
  const title = 'all of these together';
  const keys = attacks.map(({ name }) => name);
  const all = { title, keys, rounds, hasTarget: true };
  const ofEight = {
    ...all,
    title: `${title} from eight accounts`,
    keys: [...keys, ...keys.map((name) => ofOthers + name)],
    hasTarget: false,
  };
  return [...single, all, ofEight];
}

/** Takes turns between peace and an attack. */
async function compare(
  { attacker, bystander, neighbourhood, attacked, form }: Measurement,
  { title, keys, rounds, hasTarget }: Situation,
): Promise<Comparison> {
  const { service } = neighbourhood;
  const comparison: Comparison = {
    ...{ title, hasTarget, quiet: noExperience(), hostile: noExperience(), quietBytes: 0, hostileBytes: 0 },
    ...{ crashes: 0, recoveryMs: [], tallies: [] },
  };
  const crashesBefore = attacked.crashes;
  // Warms up the server: it compiles code and fills caches. The bystander takes part, because some code runs only while others
  // send requests. The second time, there are also the runs that the first time left.
  for (let run = 0; run < unmeasuredRuns; run += 1) {
    await attacker.begin(...keys);
    await bystander.live(form.seconds);
    await attacker.end();
    await untilRecovered(attacked);
  }
  for (let round = 0; round < rounds; round += 1) {
    resetPeakBytes(service.process.pid);
    add(comparison.quiet, await bystander.live(form.seconds));
    comparison.quietBytes = Math.max(comparison.quietBytes, peakBytes(service.process.pid));
    resetPeakBytes(service.process.pid);
    await attacker.begin(...keys);
    add(comparison.hostile, await bystander.live(form.seconds));
    comparison.tallies.push(await attacker.end());
    comparison.hostileBytes = Math.max(comparison.hostileBytes, peakBytes(service.process.pid));
    comparison.recoveryMs.push(await untilRecovered(attacked));
  }
  comparison.crashes = attacked.crashes - crashesBefore;
  return comparison;
}

function toFigures({ title, hasTarget, quiet, hostile, ...rest }: Comparison): Figure[] {
  const { crashes, recoveryMs, tallies, quietBytes, hostileBytes } = rest;
  const p99 = { quiet: quantile(quiet.requests, 0.99), hostile: quantile(hostile.requests, 0.99) };
  const last = { quiet: quantile(quiet.webhooks, 0.99), hostile: quantile(hostile.webhooks, 0.99) };
  const details = [
    `p50 ${median(hostile.requests).toFixed(1)} ms, baseline ${median(quiet.requests).toFixed(1)} ms`,
    `${hostile.failures} of the bystander's requests failed, baseline ${quiet.failures}`,
    `memory at most ${megabytes(hostileBytes)} MB, baseline ${megabytes(quietBytes)} MB`,
    `the server crashed ${crashes} times and was idle again ${(quantile(recoveryMs, 1) / 1000).toFixed(1)} s after an attack`,
    `in one round the attackers counted ${tallies.at(-1) || 'nothing'}`,
  ];
  return [
    {
      name: `GET /v1/devices beside ${title}, p99`,
      unit: 'ms',
      drover: p99.hostile,
      baseline: p99.quiet,
      target: hasTarget ? atMost(p99.hostile, wanted.p99 * p99.quiet, `${wanted.p99} × baseline`) : undefined,
      details: details.join('; '),
    },
    {
      name: `webhook delay beside ${title}, p99`,
      unit: 'ms',
      drover: last.hostile,
      baseline: last.quiet,
      target: hasTarget ? atMost(last.hostile, last.quiet + wanted.webhookMs, 'baseline + 1 s') : undefined,
    },
  ];
}

function memoryFigure(comparisons: Comparison[]): Figure {
  return {
    name: 'resident memory of the server at its highest',
    unit: 'MB',
    drover: Math.max(...comparisons.map(({ hostileBytes }) => hostileBytes)) / 1e6,
    baseline: median(comparisons.map(({ quietBytes }) => quietBytes)) / 1e6,
  };
}

function noExperience(): Experience {
  return { requests: [], webhooks: [], failures: 0 };
}

function add(sum: Experience, { requests, webhooks, failures }: Experience): void {
  sum.requests.push(...requests);
  sum.webhooks.push(...webhooks);
  sum.failures += failures;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
