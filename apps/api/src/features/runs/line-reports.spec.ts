import { LIMITS, LINK_LIMITS, type LogPage } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { createDevice, type TestDevice, type TestLink } from '../../testing/test-device';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let link: TestLink;
let runId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  link = await device.connect();
  await execute(owner, [device]);
  ({ runId } = await link.start());
});
afterEach(() => link.close());

const dropped = 'the log is full: further lines of the run were dropped';
const overhead = LIMITS.logLineOverheadBytes;

async function readLog(query = ''): Promise<LogPage> {
  return (await owner.as.get(`/v1/runs/${runId}/logs${query}`).expect(200)).body as LogPage;
}
const readTexts = async () => (await readLog()).items.map(({ text }) => text);

/** Lets the log have room for so many bytes. */
async function leaveRoom(bytes: number): Promise<void> {
  const data = { logBytes: BUDGET.reportLogBytes.max - bytes };
  await server.context.prisma.run.update({ where: { id: runId }, data });
}

describe('a log line', () => {
  it.each(['x', '中'])('is stored up to its limit and cut beyond it (%s)', async (char) => {
    const longest = char.repeat(BUDGET.reportLineBytes.max / Buffer.byteLength(char));
    await link.log(runId, [longest, `${longest}xxxx`, char.repeat(300_000)]);
    const [whole, ...cut] = await readTexts();
    expect(whole).toBe(longest);
    for (const text of cut) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BUDGET.reportLineBytes.max);
      expect(text).toMatch(new RegExp(`^${char}{10000,} …$`));
    }
  });
});

describe('the log of a run', () => {
  it('takes lines up to the limit, and says once that further lines were dropped', async () => {
    await leaveRoom(2 * (overhead + 1));
    await link.log(runId, ['a', 'b']);
    await link.log(runId, ['c', 'd'], 3);
    await link.log(runId, ['e'], 5);
    expect(await readTexts()).toEqual(['a', 'b', dropped]);
    await link.finish(runId);
    expect((await owner.as.get(`/v1/runs/${runId}`)).body.state).toBe('succeeded');
  });

  it('has no room for a line that is one byte too long', async () => {
    await leaveRoom(overhead + 1);
    await link.log(runId, ['ab', 'c']);
    expect((await readLog()).items).toMatchObject([{ seq: 1, level: 'warn', text: dropped }]);
  });

  it('does not count lines that a device repeats', async () => {
    await leaveRoom(3 * (overhead + 1));
    await link.log(runId, ['a', 'b']);
    const lines = ['a', 'b'].map((text, index) => ({ seq: index + 1, at: 0, level: 'info' as const, text }));
    for (let n = 10; n < 20; n += 1) link.sendRaw({ type: 'log', n, runId, lines });
    await link.report({ type: 'log', n: 20, runId, lines: [{ seq: 3, at: 0, level: 'info', text: 'c' }] });
    expect(await readTexts()).toEqual(['a', 'b', 'c']);
  });

  it('bounds the number of empty lines', async () => {
    const most = 2500;
    await leaveRoom(most * overhead);
    const lines = Array<string>(LINK_LIMITS.logLines).fill('');
    for (let seq = 1; seq <= 5 * lines.length; seq += lines.length) await link.log(runId, lines, seq);
    expect(await readLog(`?after=${most - 1}&limit=10`)).toMatchObject({
      count: 2,
      items: [
        { seq: most, text: '' },
        { seq: most + 1, text: dropped },
      ],
    });
  });
});
