import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { countByTurn } from '../testing/count-by-turn';
import { Reading } from './reading';

const MiB = 1024 ** 2;

/** A socket that records whether it is paused. */
function createSocket() {
  const socket = {
    isPaused: false,
    pause: () => void (socket.isPaused = true),
    resume: () => void (socket.isPaused = false),
  };
  return socket;
}

describe('Reading', () => {
  it('is paused while one of several reasons holds', () => {
    const socket = createSocket();
    const reading = new Reading({ socket, connection: new PassThrough() });
    reading.pause('turn');
    reading.pause('unstored');
    reading.resume('turn');
    expect(socket.isPaused).toBe(true);
    reading.resume('unstored');
    expect(socket.isPaused).toBe(false);
  });

  it('does not resume for a reason that did not hold', () => {
    const socket = createSocket();
    socket.pause();
    new Reading({ socket, connection: new PassThrough() }).resume('turn');
    expect(socket.isPaused).toBe(true);
  });

  it('reads at most two long chunks in each turn of the event loop', async () => {
    const chunks = countByTurn();
    const server = createServer().listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const [connection] = (await once(server, 'connection')) as [Socket];
      let received = 0;
      connection.on('data', ({ length }: Buffer) => {
        received += length;
        chunks.note();
      });
      new Reading({ socket: connection, connection });
      client.write(Buffer.alloc(4 * MiB));
      while (received < 4 * MiB) await nextTurn();
      expect(Math.max(...chunks.counts)).toBeLessThanOrEqual(2);
      client.destroy();
    } finally {
      chunks.end();
      server.close();
    }
  });
});
