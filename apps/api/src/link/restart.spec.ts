import { CLOSE_CODES } from '@drover/contract';
import { createDevice, TestLink } from '../testing/test-device';
import { execute } from '../testing/test-jobs';
import { callAs, startTestServer } from '../testing/test-server';

describe('a server restart', () => {
  it('disconnects devices and then accepts the reports that they could not send', async () => {
    const before = await startTestServer();
    const owner = await before.createAccount();
    const device = await createDevice(before, owner);
    const waiting = await createDevice(before, owner);
    const link = await device.connect();
    const jobId = await execute(owner, [device, waiting]);
    const { runId } = await link.start();
    await link.log(runId, ['before']);

    const started = Date.now();
    const [code] = await Promise.all([link.closed(), before.close()]);
    expect(code).toBe(CLOSE_CODES.goingAway);
    expect(Date.now() - started).toBeLessThan(20_000);

    const after = await startTestServer();
    try {
      const as = callAs(after.url, owner.token);
      expect((await as.get(`/v1/runs/${runId}`)).body.state).toBe('running');
      expect((await as.get(`/v1/devices/${device._id}`)).body.online).toBe(false);

      const again = await TestLink.open(after.url, device.token, { runs: [runId] });
      await again.report({ type: 'started', runId, at: Date.now() });
      await again.log(runId, ['before', 'after']);
      await again.finish(runId);
      expect((await as.get(`/v1/runs/${runId}`)).body).toMatchObject({ state: 'succeeded', exitCode: 0 });
      const { body: logs } = await as.get(`/v1/runs/${runId}/logs`);
      expect(logs.items.map(({ text }: { text: string }) => text)).toEqual(['before', 'after']);
      expect(again.arrived('run')).toEqual([]);

      const other = await TestLink.open(after.url, waiting.token);
      await other.finish((await other.start()).runId);
      expect((await as.get(`/v1/jobs/${jobId}`)).body.counts).toMatchObject({ succeeded: 2 });
      await Promise.all([again.close(), other.close()]);
    } finally {
      await after.close();
    }
  });
});
