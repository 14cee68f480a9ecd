import type { PoolClient } from 'pg';
import { streamOf } from './connection-stream';

/**
 * Makes a connection send all statements of one turn of the event loop with one system call. pg makes one for
 * each statement, which takes more time than encoding the statement does.
 */
export function writeTogether(client: PoolClient): void {
  const stream = streamOf(client);
  const [cork, uncork] = [stream.cork.bind(stream), stream.uncork.bind(stream)];
  let isCorked = false;
  const end = () => {
    isCorked = false;
    uncork();
  };
  // pg calls both for each statement.
  stream.cork = () => {
    if (isCorked) return;
    isCorked = true;
    cork();
    process.nextTick(end);
  };
  stream.uncork = () => undefined;
}
