import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outbox } from '@drover/device-agent';
import { SegmentStore } from './segment-store';

let folder: string;
let outbox: Outbox;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-outbox-'));
  outbox = new Outbox(new SegmentStore(folder));
});

afterEach(() => {
  outbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function post(text: string): void {
  outbox.append({ type: 'posted', runId: 'run', at: 1, text });
}

function sent(): string[] {
  const texts: string[] = [];
  for (let frame = outbox.next(); frame; frame = outbox.next()) {
    const { n, text } = JSON.parse(frame) as { n: number; text: string };
    texts.push(`${n} ${text}`);
  }
  return texts;
}

function reopen(): void {
  outbox.close();
  outbox = new Outbox(new SegmentStore(folder));
}

describe('Outbox with SegmentStore', () => {
  it('returns frames in order, each once, and all of them again on a new link', () => {
    post('一');
    post('b');
    expect(sent()).toEqual(['1 一', '2 b']);
    post('c');
    expect(sent()).toEqual(['3 c']);
    outbox.acknowledge(1);
    outbox.rewind();
    expect(sent()).toEqual(['2 b', '3 c']);
  });

  it('loads unacknowledged frames after a restart and never reuses a number', () => {
    post('a');
    post('b');
    reopen();
    expect(sent()).toEqual(['1 a', '2 b']);
    expect(outbox.hasFramesOf('run')).toBe(true);
    outbox.acknowledge(2);
    expect(outbox.hasFramesOf('run')).toBe(false);
    reopen();
    expect(outbox.isEmpty()).toBe(true);
    post('c');
    expect(sent()).toEqual(['3 c']);
  });

  it('drops only a torn last frame', () => {
    post('a');
    appendFileSync(join(folder, readdirSync(folder)[0]), '{"type":"posted","runId":"ru');
    reopen();
    post('b');
    reopen();
    expect(sent()).toEqual(['1 a', '2 b']);
  });

  it('splits frames into files and deletes acknowledged files', () => {
    const large = 'x'.repeat(512 * 1024);
    for (let i = 0; i < 40; i += 1) post(large);
    const files = readdirSync(folder).length;
    expect(files).toBeGreaterThan(2);
    outbox.acknowledge(39);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(sent()).toEqual([`40 ${large}`]);
  });

  it('calls back when a full outbox has room again', async () => {
    const large = 'x'.repeat(1024 * 1024);
    while (!outbox.isFull()) post(large);
    let hasRoom = false;
    const waiting = new Promise<void>((resolve) => outbox.whenRoom(resolve)).then(() => (hasRoom = true));
    await new Promise(setImmediate);
    expect(hasRoom).toBe(false);
    outbox.acknowledge(100);
    await waiting;
  });

  it('holds results in memory while the disk is full, but limits log lines', () => {
    rmSync(folder, { recursive: true });
    outbox.close();
    outbox.append({ type: 'finished', runId: 'run', at: 1, state: 'failed' });
    expect(outbox.next()).toContain('"state":"failed"');
    const large = 'x'.repeat(1024 * 1024);
    expect(() => {
      for (let i = 0; i < 10; i += 1) post(large);
    }).toThrow('ENOENT');
  });
});
