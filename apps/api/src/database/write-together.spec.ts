import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { writeTogether } from './write-together';

it('sends the statements of one turn together, and those of the next turn after them', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stream = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [receiver] = (await once(server, 'connection')) as [Socket];
  try {
    const writev = jest.spyOn(stream, '_writev' as 'write');
    writeTogether({ connection: { stream } } as unknown as PoolClient);
    const send = (text: string) => {
      stream.cork();
      for (const part of text) stream.write(part);
      stream.uncork();
    };
    let received = '';
    receiver.setEncoding('utf8').on('data', (text: string) => (received += text));
    for (const text of ['ab', 'cd', 'ef']) send(text);
    await new Promise(setImmediate);
    expect(writev).toHaveBeenCalledTimes(1);
    for (const text of ['gh', 'ij']) send(text);
    await new Promise(setImmediate);
    expect(writev).toHaveBeenCalledTimes(2);
    stream.end();
    await once(receiver, 'end');
    expect(received).toBe('abcdefghij');
  } finally {
    stream.destroy();
    receiver.destroy();
    server.close();
  }
});
