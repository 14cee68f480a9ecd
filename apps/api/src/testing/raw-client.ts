import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitTimeoutMs } from './eventually';

/** A response as it was received. */
interface RawResponse {
  status: number;
  headers: string;
  body: string;
}

/** A connection that sends exact bytes. The server must run in this process. */
export interface RawClient {
  /** Sends each piece after the server has received the previous one. */
  send: (...pieces: (string | Buffer)[]) => Promise<void>;
  /** Waits for the next response. */
  receive: () => Promise<RawResponse>;
  isClosed: () => boolean;
  close: () => void;
}

const channel = 'net.server.socket';

/** Connects to a server of this process. */
export async function connectRaw(url: string): Promise<RawClient> {
  const accepted: Socket[] = [];
  const onAccept = (message: unknown) => void accepted.push((message as { socket: Socket }).socket);
  subscribe(channel, onAccept);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.setNoDelay();
  await once(socket, 'connect');
  const remote = await waitFor(() => accepted.find(({ remotePort }) => remotePort === socket.localPort));
  unsubscribe(channel, onAccept);
  let received = Buffer.alloc(0);
  let isClosed = false;
  socket.on('data', (packet) => (received = Buffer.concat([received, packet])));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  let sentBytes = 0;
  return {
    async send(...pieces) {
      for (const piece of pieces) {
        socket.write(piece);
        sentBytes += Buffer.byteLength(piece);
        await waitFor(() => remote.bytesRead >= sentBytes || remote.destroyed);
      }
    },
    async receive() {
      const { response, size } = await waitFor(() => parseResponse(received));
      received = received.subarray(size);
      return response;
    },
    isClosed: () => isClosed,
    close: () => socket.destroy(),
  };
}

/** Looks often, because a test may send a request byte by byte. */
async function waitFor<Result>(find: () => Result | undefined | false): Promise<Result> {
  const deadline = Date.now() + waitTimeoutMs;
  while (Date.now() < deadline) {
    const found = find();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('The server has not received the bytes, or has not responded.');
}

/** Returns the first complete response, and its size in bytes. */
function parseResponse(bytes: Buffer): { response: RawResponse; size: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const headers = bytes.subarray(0, headEnd).toString();
  const size = headEnd + 4 + Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
  if (bytes.length < size) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1]);
  return { response: { status, headers, body: bytes.subarray(headEnd + 4, size).toString() }, size };
}
