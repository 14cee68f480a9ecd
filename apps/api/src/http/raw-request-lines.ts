import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** The error of Node's HTTP parser, which `clientError` reports. */
export interface ParserError extends Error {
  code?: string;
  /** Bytes of `rawPacket` before the one that the parser refused. */
  bytesParsed?: number;
  rawPacket?: Buffer;
}

type Listener = (...parameters: unknown[]) => void;

/** What a connection has received. */
interface Connection {
  /** The last request, and its response. */
  request?: IncomingMessage;
  response?: ServerResponse;
  /** The last request at the end of the previous packet. */
  packetRequest?: IncomingMessage;
  isReceivingBody: boolean;
  /** The packets of a request whose headers are incomplete. */
  head: Buffer[];
  onData: (packet: Buffer) => void;
  /** The listeners of Node's HTTP server. */
  httpListeners: [event: string, listener: Listener][];
}

const events = ['close', 'data', 'drain', 'end', 'error', 'pause', 'resume', 'timeout'];
const lineFeed = 0x0a;

/**
 * Accepts request lines that contain UTF-8, as curl sends a Chinese text. Node's parser refuses them. The request line
 * is then percent-encoded, and the connection starts again with it. All other errors are passed to `onError`.
 *
 * The parser does not know the earlier packets of a request line, so this file remembers the packets of incomplete
 * headers. Requests that arrive in one packet are not copied.
 */
export function acceptRawRequestLines(
  server: Server,
  onError: (error: ParserError, socket: Socket) => void,
): void {
  const connections = new WeakMap<Socket, Connection>();
  let before: [string, Listener][] = [];
  // With TLS, the parser reads the decrypted socket.
  const onSocket = server instanceof HttpsServer ? 'secureConnection' : 'connection';

  server.prependListener(onSocket, (socket: Socket) => (before = listListeners(socket)));
  server.on(onSocket, (socket: Socket) => {
    const connection = createConnection(socket, before);
    connections.set(socket, connection);
    socket.on('data', connection.onData);
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.request = request;
    connection.response = response;
  });
  server.prependListener('upgrade', (request: IncomingMessage, socket: Socket) => {
    const connection = connections.get(request.socket);
    if (connection) socket.off('data', connection.onData);
  });
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const connection = connections.get(socket);
    if (!connection || connection.request?.complete === false) return onError(error, socket);
    const bytes = encodeRequestLine(connection, error);
    afterResponse(connection, socket, (laterBytes) => {
      if (!bytes) return onError(error, socket);
      stopListening(connection, socket);
      // Ends the keep-alive timeout of the previous request.
      socket.setTimeout(server.timeout);
      socket.unshift(Buffer.concat([bytes, ...laterBytes]));
      server.emit(onSocket, socket);
    });
  });
}

function createConnection(socket: Socket, before: [string, Listener][]): Connection {
  const connection: Connection = {
    isReceivingBody: false,
    head: [],
    onData: (packet) => rememberHead(connection, packet),
    httpListeners: listListeners(socket).filter(
      ([event, listener]) => !before.some((known) => known[0] === event && known[1] === listener),
    ),
  };
  return connection;
}

/** Runs after Node's own listener, which has parsed the packet. */
function rememberHead(connection: Connection, packet: Buffer): void {
  const { request, packetRequest, isReceivingBody } = connection;
  connection.packetRequest = request;
  connection.isReceivingBody = request !== undefined && !request.complete;
  const isHead = request === packetRequest && !isReceivingBody && !connection.isReceivingBody;
  if (isHead) connection.head.push(packet);
  else if (connection.head.length > 0) connection.head = [];
}

/**
 * Returns the bytes that the parser has not understood, from the start of their request line, which is encoded. Returns
 * nothing if the request line is not the problem, or if its start is not certain because a body is in the same packet.
 */
function encodeRequestLine(connection: Connection, error: ParserError): Buffer | undefined {
  const { code, rawPacket, bytesParsed } = error;
  if (code !== 'HPE_INVALID_URL' || !rawPacket || bytesParsed === undefined) return undefined;
  const isFirstOfPacket = connection.request === connection.packetRequest;
  if (connection.isReceivingBody || (!isFirstOfPacket && hasBody(connection.request))) return undefined;
  const head = isFirstOfPacket ? Buffer.concat(connection.head) : Buffer.alloc(0);
  const bytes = Buffer.concat([head, rawPacket]);
  const position = head.length + bytesParsed;
  const start = position === 0 ? 0 : bytes.lastIndexOf(lineFeed, position - 1) + 1;
  const end = bytes.indexOf(lineFeed, start);
  const line = bytes.subarray(start, end === -1 ? bytes.length : end);
  if (line.every((byte) => byte < 0x80)) return undefined;
  const encoded = line.toString('latin1').replace(/[\x80-\xff]/g, (byte) => encodeByte(byte.charCodeAt(0)));
  return Buffer.concat([Buffer.from(encoded, 'latin1'), bytes.subarray(start + line.length)]);
}

function encodeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`;
}

function hasBody(request: IncomingMessage | undefined): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request?.headers ?? {};
  return encoding !== undefined || Number(length) !== 0;
}

/**
 * Waits for the response to the previous request of the connection. Passes the bytes that arrive meanwhile. Pausing
 * does not stop them, because Node's HTTP server resumes the socket.
 */
function afterResponse(connection: Connection, socket: Socket, run: (laterBytes: Buffer[]) => void): void {
  const { response, httpListeners, onData } = connection;
  if (!response || response.writableFinished) return run([]);
  const laterBytes: Buffer[] = [];
  const addBytes = (packet: Buffer) => void laterBytes.push(packet);
  for (const [event, listener] of httpListeners) {
    if (event === 'data' || event === 'end') socket.off(event, listener);
  }
  socket.off('data', onData).on('data', addBytes).pause();
  response.once('close', () => {
    socket.off('data', addBytes);
    if (!socket.readable || !socket.writable) return void socket.destroy();
    run(laterBytes);
    socket.resume();
  });
}

/** Removes all listeners of the HTTP server. Its `close` listener releases the parser. */
function stopListening({ httpListeners, onData }: Connection, socket: Socket): void {
  socket.off('data', onData);
  for (const [event, listener] of httpListeners) socket.off(event, listener);
  for (const [event, listener] of httpListeners) if (event === 'close') listener.call(socket);
}

function listListeners(socket: Socket): [string, Listener][] {
  return events.flatMap((event) =>
    socket.listeners(event).map((listener): [string, Listener] => [event, listener as Listener]),
  );
}
