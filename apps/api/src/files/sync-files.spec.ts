import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertCanSync } from './sync-files';

describe('assertCanSync', () => {
  it('accepts a file on a disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'drover-test-'));
    const file = join(folder, 'file');
    await writeFile(file, 'text');

    expect(() => assertCanSync(file)).not.toThrow();
    await rm(folder, { recursive: true });
  });

  it('names a file that cannot be synced, and what to do', () => {
    expect(() => assertCanSync('/dev/null')).toThrow(
      'the file system of /dev/null does not support fsync (EINVAL), so a power cut could lose data. ' +
        'Set DATA_DIR to a directory on another file system, or DATABASE_URL to a PostgreSQL server',
    );
  });
});
