import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Journal, type RunRecord } from '@drover/device-agent';
import { SyncedJournalFile } from './journal-file';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-journal-'));
  path = join(folder, 'journal.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function reopen(journal: Journal): Journal {
  journal.close();
  return new Journal(new SyncedJournalFile(path));
}

function writeDurably(journal: Journal, change: RunRecord): Promise<void> {
  return promisify(journal.writeDurably.bind(journal))(change);
}

describe('Journal with SyncedJournalFile', () => {
  it('merges the lines of a run after a restart', async () => {
    let journal = new Journal(new SyncedJournalFile(path));
    await Promise.all([
      writeDurably(journal, { runId: 'a', acceptedAt: 1 }),
      writeDurably(journal, { runId: 'b', acceptedAt: 2 }),
    ]);
    journal.write({ runId: 'a', startingAt: 3 });
    journal = reopen(journal);
    expect(journal.list()).toEqual([
      { runId: 'a', acceptedAt: 1, startingAt: 3 },
      { runId: 'b', acceptedAt: 2 },
    ]);
    journal.close();
  });

  it('ignores a torn last line and continues after it', () => {
    let journal = new Journal(new SyncedJournalFile(path));
    journal.write({ runId: 'a', acceptedAt: 1 });
    appendFileSync(path, '{"runId":"a","startingAt":');
    journal = reopen(journal);
    expect(journal.list()).toEqual([{ runId: 'a', acceptedAt: 1 }]);
    journal.write({ runId: 'a', startingAt: 5 });
    journal = reopen(journal);
    expect(journal.get('a')).toEqual({ runId: 'a', acceptedAt: 1, startingAt: 5 });
    journal.close();
  });

  it('compacts the file and retains open runs', () => {
    let journal = new Journal(new SyncedJournalFile(path));
    const ending = { type: 'finished', runId: 'x', at: 1, state: 'succeeded' } as const;
    journal.write({ runId: 'open', acceptedAt: 1 });
    for (let i = 0; i < 6000; i += 1) {
      journal.write({ runId: `r${i}`, acceptedAt: i });
      journal.write({ runId: `r${i}`, ending });
      journal.write({ runId: `r${i}`, isSettled: true });
    }
    journal = reopen(journal);
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(1100);
    expect(journal.get('open')).toEqual({ runId: 'open', acceptedAt: 1 });
    expect(journal.get('r5999')).toEqual({ runId: 'r5999', ending, isSettled: true });
    expect(journal.get('r0')).toBeUndefined();
    journal.close();
  });
});
