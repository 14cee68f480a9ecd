import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { sendBounded } from './socket-limits';
import { toTextFrame } from './text-frame';

/** Splits the bytes of a text in two, even in the middle of a character. */
function inParts(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const middle = Math.floor(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

describe('sendBounded', () => {
  it('sends texts of any length and with any characters in order, whole or in parts', async () => {
    const texts = [0, 1, 125, 126, 127, 255, 256, 65_535, 65_536, 200_000].flatMap((length) => [
      'a'.repeat(length),
      '\u007F'.repeat(length),
      '\u0080'.repeat(length),
      '\u{1F600}'.repeat(length / 2),
    ]);
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
    try {
      server.on('connection', (socket, { socket: connection }) => {
        const peer = { socket, connection };
        for (const text of texts) {
          // Not more than the limit of unread bytes.
          setImmediate(() => sendBounded(peer, text));
        }
        for (const text of texts) setImmediate(() => sendBounded(peer, inParts(text)));
        setImmediate(() => socket.close(1000));
      });
      await once(server, 'listening');
      const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const received: string[] = [];
      client.on('message', (data: Buffer, isBinary) => {
        expect(isBinary).toBe(false);
        received.push(data.toString());
      });
      const [code] = (await once(client, 'close')) as [number];
      const sent = [...texts, ...texts];
      expect(received.map(({ length }) => length)).toEqual(sent.map(({ length }) => length));
      expect(received.every((text, index) => text === sent[index])).toBe(true);
      expect(code).toBe(1000);
    } finally {
      server.close();
    }
  });
});

describe('toTextFrame', () => {
  it('returns undefined for texts that are not ASCII or are longer than 64 KB', () => {
    expect(toTextFrame('é')).toBeUndefined();
    expect(toTextFrame('a'.repeat(65_536))).toBeUndefined();
    expect(toTextFrame('ab')).toBe('\x81\x02ab');
  });
});
