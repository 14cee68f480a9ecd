import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { eventually } from '../../testing/eventually';
import { openEmbeddedDatabase } from './embedded';

/** Segments that are filled, and the number that may be left: those since the last checkpoint and those for reuse. */
const filled = 20;
const mostLeft = 12;

/** Creating a database takes seconds, and minutes on an overloaded machine. */
const slowMachineMs = 300_000;

describe('WriteAheadLog', () => {
  it(
    'deletes or reuses old segments while the database runs',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'drover-test-'));
      const directory = join(folder, 'database');
      const fail = (error: Error) => {
        throw error;
      };
      const database = await openEmbeddedDatabase({ directory, onFailure: fail });
      const pool = new Pool(database.connection);
      await pool.query('CREATE TABLE flock (id INT)');
      for (let id = 0; id < filled; id += 1) {
        await pool.query('INSERT INTO flock VALUES ($1)', [id]);
        await pool.query('SELECT pg_switch_wal()');
      }

      await eventually(async () => {
        const names = await readdir(join(directory, 'pg_wal'));
        const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name));
        expect(segments.length).toBeLessThanOrEqual(mostLeft);
      });
      const { rows } = await pool.query('SELECT count(*)::int AS count FROM flock');
      expect(rows).toEqual([{ count: filled }]);

      await pool.end();
      await database.close();
      await rm(folder, { recursive: true });
    },
    slowMachineMs,
  );
});
