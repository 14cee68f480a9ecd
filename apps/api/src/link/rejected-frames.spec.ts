import type { LogPage, Message } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { createDevice, type TestDevice, type TestLink } from '../testing/test-device';
import { execute } from '../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let link: TestLink;
let runId: string;

/** The database refuses lines with this text, as it would refuse data of a kind that nobody thought of. */
const poison = 'a line that the database refuses';

beforeAll(async () => {
  server = await startTestServer();
  await server.context.pool.query(`
    CREATE OR REPLACE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'invalid: %', NEW.lines USING ERRCODE = '22P02'; END $$`);
  await server.context.pool.query(`
    CREATE OR REPLACE TRIGGER refuse_poison BEFORE INSERT ON "RunLog"
      FOR EACH ROW WHEN (NEW.lines LIKE '%${poison}%') EXECUTE FUNCTION refuse_poison()`);
});
afterAll(async () => {
  await server.context.pool.query('DROP TRIGGER refuse_poison ON "RunLog"');
  await server.close();
});

beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  link = await device.connect();
  await execute(owner, [device]);
  ({ runId } = await link.start());
});
afterEach(() => link.close());

const at = Date.now();
const lineOf = (seq: number, text: string) => ({ seq, at, level: 'info', text });

async function readLog(): Promise<string[]> {
  const { body } = await owner.as.get(`/v1/runs/${runId}/logs?limit=10000`);
  return (body as LogPage).items.map(({ text }) => text);
}
async function readInbox(): Promise<Message[]> {
  return ((await owner.as.get('/v1/messages')).body as { items: Message[] }).items;
}
const readRun = async () => (await owner.as.get(`/v1/runs/${runId}`)).body as object;

/** Attachments that nest so many levels deep, as text, because JSON.stringify would overflow the stack. */
const nestedMessage = (n: number, levels: number) =>
  `{"type":"posted","n":${n},"runId":"${runId}","at":${at},"text":"hi","attachments":` +
  `[{"type":"json","data":${'['.repeat(levels)}${']'.repeat(levels)}}]}`;

describe('a durable frame that can never be stored', () => {
  it.each([BUDGET.reportDepth.max + 1, 2500, 200_000])(
    'is acknowledged, and the inbox says why: an attachment that nests %i levels deep',
    async (levels) => {
      link.sendText(nestedMessage(10, levels));
      await link.report({ type: 'log', n: 11, runId, lines: [lineOf(1, 'goes on')] });
      expect(await readLog()).toEqual(['goes on']);
      expect(await readInbox()).toMatchObject([
        { runId, text: expect.stringContaining('must nest at most 100 levels deep') as string },
      ]);
    },
  );

  it('leaves an attachment that nests as deep as allowed', async () => {
    link.sendText(nestedMessage(10, BUDGET.reportDepth.max));
    await link.report({ type: 'log', n: 11, runId, lines: [lineOf(1, 'goes on')] });
    expect(await readInbox()).toMatchObject([{ text: 'hi', attachments: [{ type: 'json' }] }]);
  });

  it('is replaced in the log, whose valid lines are kept', async () => {
    const lines = [lineOf(1, 'one'), { ...lineOf(2, 'two'), level: 'loud' }, 7, lineOf(3, 'three')];
    await link.report({ type: 'log', n: 10, runId, lines });
    expect(await readLog()).toEqual([
      'one',
      expect.stringContaining('cannot be stored: lines.1.level'),
      'three',
    ]);
  });

  it('is replaced if it is too large', async () => {
    const posted = (n: number, bytes: number) => {
      const frame = { type: 'posted', n, runId, at, text: '' };
      return JSON.stringify({ ...frame, text: 'x'.repeat(bytes - JSON.stringify(frame).length) });
    };
    const { max } = BUDGET.reportFrameBytes;
    link.sendText(posted(10, max));
    link.sendText(posted(11, max + 1));
    await link.report({ type: 'log', n: 12, runId, lines: [lineOf(1, 'x'.repeat(max))] });
    expect(await readInbox()).toMatchObject([
      { text: expect.stringContaining('the frame has more than 1048576 bytes') as string },
      { text: expect.stringMatching(/^x+ …$/) as string },
    ]);
    expect(await readLog()).toEqual([expect.stringMatching(/^x+ …$/)]);
  });

  it('is not read if it is larger than any frame that is answered', async () => {
    const { max, atBound } = BUDGET.reportReadBytes;
    await link.report({ type: 'log', n: 10, runId, lines: [lineOf(1, '')], pad: 'x'.repeat(max - 300) });
    link.sendText('x'.repeat(max + 1));
    expect(await link.closed()).toBe(atBound.closeCode);
  });

  it('keeps as many lines as fit into a frame', async () => {
    const { max } = BUDGET.reportFrameLines;
    const lines = Array.from({ length: max + 1 }, (_, index) => lineOf(index + 1, 'x'));
    await link.report({ type: 'log', n: 10, runId, lines: lines.slice(0, max) });
    expect(await readLog()).toHaveLength(max);
    const more = lines.map((line) => ({ ...line, seq: max + line.seq }));
    await link.report({ type: 'log', n: 11, runId, lines: more });
    const log = await readLog();
    expect(log).toHaveLength(2 * max);
    expect(log.at(-2)).toBe('x');
    expect(log.at(-1)).toContain('cannot be stored: lines');
  });

  it('ends a run whose result is invalid as lost', async () => {
    await link.report({ type: 'finished', n: 10, runId, at, state: 'exploded' });
    expect(await readRun()).toMatchObject({
      state: 'lost',
      reason: expect.stringContaining('the device reported a result that cannot be stored: state') as string,
    });
  });

  it.each([
    ['an unknown type', { type: 'dance' }],
    ['a malformed ID', { type: 'accepted', runId: 'x' }],
    ['no lines', { type: 'log', lines: [] }],
    ['a start without time', { type: 'started' }],
  ])('is acknowledged: %s', async (_case, frame) => {
    await link.report({ n: 10, runId, ...frame } as never);
    await link.report({ type: 'log', n: 11, runId, lines: [lineOf(1, 'goes on')] });
    expect(await readLog()).toEqual(['goes on']);
  });

  it('is rejected alone if the database refuses it, and other frames of the batch are stored', async () => {
    const others = await Promise.all([1, 2, 3].map(() => createDevice(server, owner)));
    const links = await Promise.all(others.map((other) => other.connect()));
    await execute(owner, others);
    const orders = await Promise.all(links.map((other) => other.start()));
    await Promise.all([
      link.report({ type: 'log', n: 10, runId, lines: [lineOf(1, poison)] }),
      ...links.map((other, index) => other.log(orders[index].runId, ['stored'])),
    ]);
    await link.report({ type: 'log', n: 11, runId, lines: [lineOf(2, 'goes on')] });
    expect(await readLog()).toEqual([expect.stringContaining('refused it with code 22P02'), 'goes on']);
    for (const order of orders) {
      const { body } = await owner.as.get(`/v1/runs/${order.runId}/logs`);
      expect(body).toMatchObject({ items: [{ text: 'stored' }] });
    }
    await Promise.all(links.map((other) => other.close()));
  });

  it('is counted in the metrics', async () => {
    await link.report({ type: 'log', n: 10, runId, lines: [] });
    const metrics = await server.context.metrics.registry.metrics();
    expect(metrics).toMatch(/drover_link_rejected_frames_total\{type="log"\} [1-9]/);
  });
});
