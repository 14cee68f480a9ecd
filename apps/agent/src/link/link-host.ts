import type { LinkHost, Socket, SocketEvents } from '@drover/device-agent';
import { CLOSE_CODES, LINK_LIMITS, ServerFrame } from '@drover/contract/link';
import WebSocket from 'ws';
import { clock } from '../clock';

/** The largest frame that a server sends: a run with its code and its variables. */
const serverFrameBytes = 4 * 1024 * 1024;

/** Milliseconds that the server has to answer a close frame. */
const closeTimeoutMs = 500;

/** Opens the WebSockets of a device, with the device token in a header. */
export function createLinkHost(token: string): LinkHost {
  return { clock, openSocket: (url, events) => openSocket({ url, token }, events) };
}

function openSocket({ url, token }: { url: string; token: string }, events: SocketEvents): Socket {
  const socket = new WebSocket(url, {
    headers: { authorization: `token ${token}` },
    perMessageDeflate: false,
    handshakeTimeout: LINK_LIMITS.helloTimeoutMs,
    maxPayload: serverFrameBytes,
  });
  let failure = '';
  let isRefused = false;
  socket.on('open', events.onOpen);
  socket.on('ping', events.onAlive);
  socket.on('message', (data: Buffer, isBinary) => {
    events.onAlive();
    const frame = isBinary ? undefined : parseFrame(data.toString('utf8'));
    if (frame) events.onFrame(frame);
  });
  socket.on('unexpected-response', (_request, response) => {
    isRefused = response.statusCode === 401;
    failure = `the server responded with status ${response.statusCode}`;
    // Without it, `ws` does not emit 'close' after this event.
    socket.terminate();
  });
  socket.on('error', (error) => (failure ||= error.message));
  socket.on('close', (code, reason) =>
    events.onClosed(
      isRefused ? CLOSE_CODES.badCredential : code,
      reason.toString() || failure || `close code ${code}`,
    ),
  );
  return {
    send: (text) => socket.send(text),
    bufferedBytes: () => socket.bufferedAmount,
    close: () => {
      socket.close(CLOSE_CODES.goingAway);
      setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
    },
    terminate: () => socket.terminate(),
  };
}

/** Returns undefined for a frame that this version does not know: a newer server may send it. */
function parseFrame(text: string): ServerFrame | undefined {
  try {
    return ServerFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
