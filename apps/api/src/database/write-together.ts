import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/**
 * Has a connection send all statements of one turn of the event loop with one system call. pg makes one for each statement,
 * which takes longer than to encode the statement.
 */
export function writeTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
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
