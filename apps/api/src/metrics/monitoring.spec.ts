import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { startTestServer } from '../testing/test-server';

const read = (name: string) => readFileSync(join(__dirname, '../../../../deploy', name), 'utf8');

const Target = z.object({ expr: z.string().min(1) });
const Dashboard = z.object({
  uid: z.string(),
  panels: z.array(z.object({ targets: z.array(Target).min(1) })),
});
const AlertRule = z.strictObject({
  alert: z.string().regex(/^Drover\w+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[mh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
});
const Alerts = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(AlertRule).min(1) })),
});

/** The names of all samples of /metrics. */
async function readSampleNames(): Promise<Set<string>> {
  const server = await startTestServer();
  const { text } = await server.request().get('/metrics').expect(200);
  await server.close();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    ),
  );
}

const listNames = (expressions: string[]) =>
  [...new Set(expressions.flatMap((expression) => expression.match(/\bdrover_\w+/g) ?? []))].sort();

describe('the files for monitoring', () => {
  let samples: Set<string>;
  beforeAll(async () => (samples = await readSampleNames()));

  it('show metrics of /metrics in the dashboard of Grafana', () => {
    const { panels } = Dashboard.parse(JSON.parse(read('grafana-dashboard.json')));
    const names = listNames(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !samples.has(name))).toEqual([]);
  });

  it('use metrics of /metrics in the alert rules of Prometheus', () => {
    const { groups } = Alerts.parse(parse(read('prometheus-alerts.yaml')));
    const names = listNames(groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)));
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !samples.has(name))).toEqual([]);
  });
});
