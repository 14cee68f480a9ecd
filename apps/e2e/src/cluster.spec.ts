import type { Device, DroverEvent } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { describeWithBackingServices, startBackingServices } from './testing/backing-services';
import { FakeDevice } from './testing/fake-device';

/** Maximum time until the devices of a dead node are offline, and until the event about it arrives. */
const leaseMs = 15_000;
const eventDelayMs = 5_000;

let backing: Awaited<ReturnType<typeof startBackingServices>>;
let installation: Installation;

describeWithBackingServices('two servers on one PostgreSQL and one NATS', () => {
  beforeAll(async () => {
    backing = await startBackingServices();
    installation = await Installation.start({ nodes: 2, env: backing.env });
  });
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it('takes the devices of a killed server offline, publishes the event, and loses no run', async () => {
    const other = installation.createClient(installation.getNodeUrl(1));
    const { device: steady } = await installation.startAgent('steady');
    const fake = await FakeDevice.enrol(installation);
    const link = await fake.connect(installation.getNodeUrl(0));
    await eventually(
      () => other.devices.get(fake.device._id),
      ({ online }) => online,
    );
    const watching = new AbortController();
    const offline = watchForOffline(
      other.events.stream({ deviceId: fake.device._id }, { signal: watching.signal }),
    );
    const code = `for (let n = 1; n <= 40; n++) { console.log('line ' + n); sleep(100); }`;
    const run = await installation.run(steady, code, ['running']);

    await installation.server.kill();
    await eventually(
      () => other.devices.get(fake.device._id),
      ({ online }) => !online,
      leaseMs,
    );
    expect((await offline(leaseMs + eventDelayMs)).online).toBe(false);
    watching.abort();
    link.close();

    const ended = await eventually(
      () => other.runs.get(run._id),
      ({ state }) => state !== 'running',
    );
    expect(ended.state).toBe('succeeded');
    const log = await other.runs.listLogs(run._id);
    expect(log.items.map(({ text }) => text)).toEqual(Array.from({ length: 40 }, (_, n) => `line ${n + 1}`));
    await installation.startServer(0);
  });
});

/** Watches a stream. Returns a function that waits for the first event of a device that is offline. */
function watchForOffline(stream: AsyncIterable<DroverEvent>): (timeoutMs: number) => Promise<Device> {
  let offlineDevice: Device | undefined;
  const reading = (async () => {
    for await (const event of stream)
      if (event.type === 'device' && !event.device.online) offlineDevice ??= event.device;
  })();
  // The stream rejects when it is aborted.
  reading.catch(() => undefined);
  return async (timeoutMs) => {
    const read = async () => offlineDevice;
    return (await eventually(read, (device) => device !== undefined, timeoutMs)) as Device;
  };
}
