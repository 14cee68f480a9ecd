import type { JournalFile } from '@drover/device-agent';
import { LineFile } from './line-file';

/** Opens the file of the journal. Scripts cannot flush a file to the disk, so `sync` calls back at once. */
export function openJournalFile(): JournalFile {
  const file = new LineFile('journal.jsonl');
  return {
    read: () => file.read(),
    append: (line) => file.append(line),
    sync: (done) => done(),
    replace: (lines) => file.replace(lines),
    close: () => undefined,
  };
}
