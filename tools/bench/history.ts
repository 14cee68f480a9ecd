import type { Client } from 'pg';
import type { Benchmark, Form } from './benchmark';
import { atMost, exponentOf, median, type Figure } from './figures';
import { historyLists, type PathOf } from './history-lists';
import { fillHistory, type HistoryAccount } from './history-rows';
import { connectToEmbedded, openEmbeddedStage, openStage, type Stage } from './stage';

const maxRatio = 1.5;

export const history: Benchmark = {
  name: 'history',
  title: 'History',
  description:
    'Time of a list request beside 100,000 runs of the same account on PostgreSQL, and beside 200,000 on the embedded ' +
    'database. Baseline: the same request beside 1,000 runs. Both accounts are in one database and are requested by turns, ' +
    'one request at a time. An account has a job for ten runs, an audit entry and a message for each run, a result of ' +
    'each run that succeeded, 20 failures, a log, an artifact, a request for approval and a webhook delivery of each ' +
    'tenth run, and an entry of its store for each hundredth, at most 10,000. Before the measurement, the counters are ' +
    'compared with a count over the runs, and the hashes of the audit log are verified. e: the exponent of the number of ' +
    'runs. With `--full` the larger account has 5,000,000 runs on PostgreSQL. `--only <runs>` sets another number for both, and ' +
    '`--only <runs>,<text>,<text>` measures the lists that contain one of the texts.',
  async measure(form) {
    const [only, ...texts] = form.only?.split(',') ?? [];
    const lists = Object.entries(historyLists).filter(
      ([name]) => texts.length === 0 || texts.some((text) => name.includes(text)),
    );
    const runsOf = (runs: number) => (only ? Number(only) : runs);
    const stage = await openStage();
    const { database } = stage;
    return [
      ...(await measureOn({ stage, database, form, lists }, runsOf(form.isFull ? 5_000_000 : 100_000))),
      ...(await measureEmbedded({ form, lists }, runsOf(200_000))),
    ];
  },
};

async function measureEmbedded(measured: Pick<Subject, 'form' | 'lists'>, runs: number): Promise<Figure[]> {
  const stage = await openEmbeddedStage();
  const database = await connectToEmbedded(stage);
  const figures = await measureOn({ ...measured, stage, database }, runs);
  return figures.map((figure) => ({ ...figure, name: `${figure.name}, embedded` }));
}

interface Subject {
  stage: Stage;
  database: Client;
  form: Form;
  lists: [name: string, pathOf: PathOf][];
}

/** Measures each list beside 1,000 and beside this number of runs, and closes the stage. */
async function measureOn({ stage, database, form, lists }: Subject, runs: number): Promise<Figure[]> {
  try {
    const accounts: HistoryAccount[] = [];
    for (const count of [1000, runs]) accounts.push(await fillHistory(database, { runs: count }));
    // As autovacuum does after a while. The plans do not depend on it.
    await database.query('VACUUM ANALYZE');
    const figures: Figure[] = [];
    for (const [name, pathOf] of lists)
      figures.push(toFigure(name, accounts, await measureList({ url: stage.url, accounts, pathOf, form })));
    return figures;
  } finally {
    await database.end();
    await stage.close();
  }
}

interface Measured {
  url: string;
  accounts: HistoryAccount[];
  pathOf: PathOf;
  form: Form;
}

/** Returns the median time of a request of each account, in ms. */
async function measureList({ url, accounts, pathOf, form }: Measured): Promise<number[]> {
  const times = accounts.map((): number[] => []);
  const counts = new Set<number | undefined>();
  const warmUps = 10;
  for (let round = 0; round < warmUps + 20 * form.rounds; round += 1) {
    for (const [index, account] of accounts.entries()) {
      const begin = performance.now();
      const headers = { authorization: `token ${account.token}` };
      const response = await fetch(url + pathOf(account), { headers });
      const body = await response.text();
      if (!response.ok) throw new Error(`${pathOf(account)}: ${response.status} ${body}`);
      if (round >= warmUps) times[index]?.push(performance.now() - begin);
      if (round === 0) counts.add((JSON.parse(body) as { count?: number }).count);
    }
  }
  const path = accounts.map(pathOf)[0];
  if (counts.size > 1)
    throw new Error(`${path}: the accounts have pages of ${[...counts].join(' and ')} records.`);
  return times.map(median);
}

function toFigure(name: string, accounts: HistoryAccount[], times: number[]): Figure {
  const [baseline = NaN, drover = NaN] = times;
  const exponent = exponentOf(accounts.map(({ runs }, index) => ({ x: runs, y: times[index] ?? NaN })));
  const details = `e = ${exponent.toFixed(3)}`;
  return {
    name,
    unit: 'ms',
    drover,
    baseline,
    target: atMost(drover / baseline, maxRatio, `${maxRatio} ×`),
    details,
  };
}
