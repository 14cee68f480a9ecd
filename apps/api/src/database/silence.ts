import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { lookAgain, type Looking } from '../look-again';

/** How often the server is asked whether it is there, and how long it may take to say so. */
const everyMs = 2_000;
const answerMs = 10_000;

/** How long a connection may take to end that nobody needs any more. */
const hangUpMs = 1_000;

/**
 * Asks the server again and again, on a connection of its own, whether it is there. Where it says nothing, what waits for it
 * on the pool's connections fails as if it were away: a host that vanished without a word would be waited for as long as
 * TCP does, a quarter of an hour. A statement that only takes long is left alone.
 */
export function breakSilence(pool: Pool, config: ClientConfig, log: Pick<Logger, 'warn'>): Looking {
  const inUse = new Set<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const asker = new Asker(config);

  const looking = lookAgain(
    async () => {
      if (!(await asker.isSilent())) return;
      log.warn({ connections: inUse.size }, 'the database says nothing; hanging up');
      for (const client of inUse) client.end().catch(() => undefined);
    },
    { everyMs, log, failure: 'the database was not asked whether it is there' },
  );
  return {
    ...looking,
    async end() {
      await looking.end();
      await asker.hangUp();
    },
  };
}

/** Keeps a connection for the question. */
class Asker {
  private client?: Client;

  constructor(private readonly config: ClientConfig) {}

  /** A server that is down, and says so, is not silent. */
  async isSilent(): Promise<boolean> {
    const heard = this.ask().then(
      () => 'answer',
      () => 'error',
    );
    // An answer that came while this process slept is read in the turn after its timers.
    const late = delay(answerMs, undefined, { ref: false }).then(() => nextTurn('nothing'));
    const what = await Promise.race([heard, late]);
    if (what !== 'answer') await this.hangUp();
    return what === 'nothing';
  }

  async hangUp(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await Promise.race([client?.end().catch(() => undefined), delay(hangUpMs)]);
  }

  private async ask(): Promise<void> {
    if (!this.client) {
      // One that is given up while it comes about ends by this.
      this.client = new Client({ ...this.config, connectionTimeoutMillis: 2 * answerMs });
      this.client.on('error', () => undefined);
      await this.client.connect();
    }
    await this.client.query('SELECT 1');
  }
}
