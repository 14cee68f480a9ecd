import type { Device, DroverEvent } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { BareDevice } from './testing/bare-device';
import { describeWithBacking, startBacking } from './testing/backing';

/** How long a node's devices may be shown online after it died, and how long what is told of it may take on its way. */
const leaseMs = 15_000;
const onItsWayMs = 5_000;

let backing: Awaited<ReturnType<typeof startBacking>>;
let installation: Installation;

describeWithBacking('two servers on one PostgreSQL and one NATS', () => {
  beforeAll(async () => {
    backing = await startBacking();
    installation = await Installation.start({ nodes: 2, env: backing.env });
  }, 60_000);
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it('have a killed one lose its devices to the other, whose watchers hear it, and no run', async () => {
    const other = installation.droverAt(installation.urlOf(1));
    const { device: steady } = await installation.startAgent('steady');
    const bare = await BareDevice.enrol(installation);
    const link = await bare.connect(installation.urlOf(0));
    await eventually(
      () => other.devices.get(bare.device._id),
      ({ online }) => online,
    );
    const listening = new AbortController();
    const offline = hears(other.events.stream({ deviceId: bare.device._id }, { signal: listening.signal }));
    const code = `for (let n = 1; n <= 40; n++) { console.log('line ' + n); sleep(100); }`;
    const run = await installation.run(steady, code, ['running']);

    await installation.server.kill();
    await eventually(
      () => other.devices.get(bare.device._id),
      ({ online }) => !online,
      leaseMs,
    );
    expect((await offline(leaseMs + onItsWayMs)).online).toBe(false);
    listening.abort();
    link.close();

    const ended = await eventually(
      () => other.runs.get(run._id),
      ({ state }) => state !== 'running',
      60_000,
    );
    expect(ended.state).toBe('succeeded');
    const log = await other.runs.listLogs(run._id);
    expect(log.items.map(({ text }) => text)).toEqual(Array.from({ length: 40 }, (_, n) => `line ${n + 1}`));
    await installation.startServer(0);
  }, 120_000);
});

/** Listens; gives a look at the first event of a device that is offline. */
function hears(stream: AsyncIterable<DroverEvent>): (patienceMs: number) => Promise<Device> {
  let heard: Device | undefined;
  const listening = (async () => {
    for await (const event of stream)
      if (event.type === 'device' && !event.device.online) heard ??= event.device;
  })();
  // It ends with its signal.
  listening.catch(() => undefined);
  return async (patienceMs) => {
    const look = async () => heard;
    return (await eventually(look, (device) => device !== undefined, patienceMs)) as Device;
  };
}
