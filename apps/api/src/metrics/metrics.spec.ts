import { createDevice } from '../testing/test-device';
import { execute } from '../testing/test-jobs';
import { startTestServer, type TestServer } from '../testing/test-server';
import { TestWatcher } from '../testing/test-watcher';

let server: TestServer;

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());

/** Reads the value of a sample by its name and labels in the format of Prometheus. */
async function readSample(name: string): Promise<number> {
  const { text } = await server.request().get('/metrics').expect(200);
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}

describe('GET /metrics', () => {
  it('reports the requests, frames and log lines of a run', async () => {
    const owner = await server.createAccount();
    const device = await createDevice(server, owner);
    const watcher = await TestWatcher.open(server.url, owner);
    const link = await device.connect();
    await execute(owner, [device]);
    const { runId } = await link.start();
    await link.log(runId, ['one', 'two']);

    expect(await readSample('drover_connected_devices')).toBe(1);
    expect(await readSample('drover_event_watchers')).toBe(1);
    expect(await readSample('drover_log_lines_total')).toBe(2);
    expect(await readSample('drover_dispatch_latency_seconds_count')).toBe(1);
    expect(await readSample('drover_dispatch_latency_seconds_sum')).toBeGreaterThan(0);
    expect(await readSample('drover_outbox_lag_seconds_count')).toBe(2);
    expect(await readSample('drover_open_runs{state="running"}')).toBeGreaterThanOrEqual(1);
    expect(await readSample('drover_link_frames_total{direction="received",type="log"}')).toBe(1);
    expect(await readSample('drover_link_frames_total{direction="sent",type="run"}')).toBe(1);
    expect(await readSample('drover_link_unacknowledged_frames')).toBe(0);
    expect(await readSample('drover_database_connections{state="open"}')).toBeGreaterThan(0);
    expect(await readSample('drover_bus_ready')).toBe(1);
    const route = 'method="POST",route="/v1/scripts/execute",status="204"';
    expect(await readSample(`drover_http_request_duration_seconds_count{${route}}`)).toBe(1);

    await link.finish(runId);
    await Promise.all([link.close(), watcher.close()]);
  });
});
