import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-journal-'));
  path = join(folder, 'journal.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function reopen(journal: Journal): Journal {
  journal.close();
  return new Journal(path);
}

describe('the journal', () => {
  it('knows after a restart what was noted, piece by piece', async () => {
    let journal = new Journal(path);
    await Promise.all([
      journal.noteDurably({ runId: 'a', acceptedAt: 1 }),
      journal.noteDurably({ runId: 'b', acceptedAt: 2 }),
    ]);
    journal.note({ runId: 'a', startingAt: 3 });
    journal = reopen(journal);
    expect(journal.all()).toEqual([
      { runId: 'a', acceptedAt: 1, startingAt: 3 },
      { runId: 'b', acceptedAt: 2 },
    ]);
    journal.close();
  });

  it('survives a torn last line, and goes on after it', () => {
    let journal = new Journal(path);
    journal.note({ runId: 'a', acceptedAt: 1 });
    appendFileSync(path, '{"runId":"a","startingAt":');
    journal = reopen(journal);
    expect(journal.all()).toEqual([{ runId: 'a', acceptedAt: 1 }]);
    journal.note({ runId: 'a', startingAt: 5 });
    journal = reopen(journal);
    expect(journal.get('a')).toEqual({ runId: 'a', acceptedAt: 1, startingAt: 5 });
    journal.close();
  });

  it('stays small, and keeps what is open', () => {
    let journal = new Journal(path);
    const ending = { type: 'finished', runId: 'x', at: 1, state: 'succeeded' } as const;
    journal.note({ runId: 'open', acceptedAt: 1 });
    for (let i = 0; i < 6000; i += 1) {
      journal.note({ runId: `r${i}`, acceptedAt: i });
      journal.note({ runId: `r${i}`, ending });
      journal.note({ runId: `r${i}`, isSettled: true });
    }
    journal = reopen(journal);
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(1100);
    expect(journal.get('open')).toEqual({ runId: 'open', acceptedAt: 1 });
    expect(journal.get('r5999')).toEqual({ runId: 'r5999', ending, isSettled: true });
    expect(journal.get('r0')).toBeUndefined();
    journal.close();
  });
});
