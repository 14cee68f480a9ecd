import { CLOSE_CODES, type DeviceList, type EnrolmentKeyList } from '@drover/contract';
import { eventually } from '../testing/eventually';
import { StockAutox } from '../testing/stock-autox';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let key: string;
let phones: StockAutox[];

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
  key = (await owner.as.post('/v1/enrolment-keys').send({}).expect(201)).body.key as string;
  phones = [];
});
afterEach(() => Promise.all(phones.map((phone) => phone.close())));
afterAll(() => server.close());

const listDevices = async () => (await owner.as.get('/v1/devices')).body as DeviceList;
const expire = () =>
  server.context.prisma.enrolmentKey.updateMany({
    where: { accountId: owner.accountId },
    data: { expiresAt: new Date(Date.now() - 1) },
  });

/** Connects as the app on a phone that has this storage. */
async function scan(storage: Map<string, string>): Promise<StockAutox> {
  const phone = await StockAutox.connect(server.url, key, { storage });
  phones.push(phone);
  return phone;
}

/** Connects the first phone, without an agent. */
async function enrol(storage = new Map<string, string>()) {
  const phone = await scan(storage);
  await phone.command('run', ({ id }) => id === 'drover-agent');
  return { phone, storage };
}

/** What a client receives that the app does not handle itself. */
const commandsOf = ({ frames }: StockAutox) => frames.filter(({ type }) => type === 'command');

describe('a second client with the key of a phone', () => {
  it('is refused and receives no token, no agent and no run, while the phone is connected or not', async () => {
    const { phone } = await enrol();
    for (const isConnected of [true, false]) {
      if (!isConnected) await phone.close();
      const other = await scan(new Map());
      expect(await other.closed()).toEqual([
        CLOSE_CODES.badCredential,
        'The enrolment key is invalid, expired or used up. Create a new one.',
      ]);
      expect(JSON.stringify(other.frames)).not.toContain('hmd_');
      expect(commandsOf(other)).toEqual([]);
    }
    expect((await listDevices()).count).toBe(1);
  });

  it('does not get the secret of a job', async () => {
    await owner.as.put('/v1/secrets/CODE').send({ value: 'a secret value' }).expect(204);
    const { phone } = await enrol();
    const { items } = await listDevices();
    await phone.close();
    await eventually(async () => expect((await listDevices()).items[0].online).toBe(false));
    await owner.as
      .post('/v1/scripts/execute')
      .send({ code: '1', devices: items, vars: { code: '{{secrets.CODE}}' } })
      .expect(204);
    const other = await scan(new Map([['phone', `hmd_${'0'.repeat(64)}`]]));
    await other.closed();
    expect(JSON.stringify(other.frames)).not.toContain('a secret value');
    await eventually(async () => expect((await listDevices()).items[0].online).toBe(false));
  });
});

describe('a phone that has its token', () => {
  it.each(['expired', 'revoked'])('connects as the same device after its key has %s', async (how) => {
    const { phone, storage } = await enrol();
    const [device] = (await listDevices()).items;
    await phone.close();
    const { prisma } = server.context;
    if (how === 'expired') await expire();
    else await prisma.enrolmentKey.deleteMany({ where: { accountId: owner.accountId } });
    const again = await scan(storage);
    await again.command('run', ({ id }) => id === 'drover-agent');
    await eventually(async () =>
      expect((await listDevices()).items).toEqual([
        expect.objectContaining({ _id: device._id, online: true }),
      ]),
    );
  });

  it('is one device if its connection broke before the server had its token', async () => {
    const storage = new Map<string, string>();
    const broken = await scan(storage);
    await broken.close();
    await enrol(storage);
    expect((await listDevices()).count).toBe(1);
  });
});

describe('an enrolment key that expires or is revoked', () => {
  it.each(['expired', 'revoked'])('enrols nobody once it has %s', async (how) => {
    if (how === 'expired') await expire();
    else {
      const { items } = (await owner.as.get('/v1/enrolment-keys')).body as EnrolmentKeyList;
      await owner.as.delete(`/v1/enrolment-keys/${items[0]._id}`).expect(204);
    }
    const phone = await scan(new Map());
    expect((await phone.closed())[0]).toBe(CLOSE_CODES.badCredential);
    expect((await listDevices()).count).toBe(0);
  });

  it('enrols one of several clients that connect at the same time', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => scan(new Map())));
    await eventually(async () => expect((await listDevices()).items).toMatchObject([{ online: true }]));
    await eventually(async () =>
      expect(clients.filter((client) => client.socket.readyState === client.socket.CLOSED)).toHaveLength(3),
    );
  });
});
