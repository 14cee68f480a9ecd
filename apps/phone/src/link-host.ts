import type { LinkHost, Socket, SocketEvents } from '@drover/device-agent';
import type { ServerFrame } from '@drover/contract/link';
import { clock } from './clock';

/** Close code of a connection that was lost without a close frame. */
const abnormalClosure = 1006;
const normalClosure = 1000;

/** Opens WebSockets with whatever the app has. Their events arrive in the thread of this script. */
export const linkHost: LinkHost = {
  clock,
  openSocket,
  // The apps do not show WebSocket pings to scripts.
  pingMs: 20_000,
};

function openSocket(url: string, events: SocketEvents): Socket {
  let isClosed = false;
  const socket = connect(url);

  function close(code: number, reason: string): void {
    if (isClosed) return;
    isClosed = true;
    events.onClosed(Number(code) || abnormalClosure, String(reason || ''));
  }

  function closeNormally(): void {
    socket.close(normalClosure, null);
    close(normalClosure, 'closed by the agent');
  }

  socket.on('open', () => events.onOpen());
  socket.on('text', (text: string) => {
    if (isClosed) return;
    events.onAlive();
    try {
      events.onFrame(JSON.parse(String(text)) as ServerFrame);
    } catch (error) {
      // The server repeats what is not acknowledged.
      console.error(`drover: a frame could not be processed: ${String(error)}`);
    }
  });
  socket.on('closing', (code: number, reason: string) => {
    // The app does not answer a close frame by itself.
    socket.close(normalClosure, null);
    close(code, reason);
  });
  socket.on('closed', close);
  socket.on('failure', (error: unknown) => close(abnormalClosure, String(error)));
  return {
    send: (text) => {
      if (!isClosed) socket.send(text);
    },
    bufferedBytes: () => 0,
    close: closeNormally,
    terminate: closeNormally,
  };
}

function connect(url: string): AppSocket {
  if (typeof web === 'undefined' || !web.newWebSocket) return connectByOkHttp(url);
  try {
    return web.newWebSocket(url, { eventThread: 'this' });
  } catch {
    // AutoJs6 throws for a second argument.
    return web.newWebSocket(url);
  }
}

/** Connects in Auto.js 4. The events of OkHttp arrive in a thread of its own; an emitter of this thread carries them over. */
function connectByOkHttp(url: string): AppSocket {
  const emitter = events.emitter(threads.currentThread());
  const request = new Packages.okhttp3.Request.Builder().url(url).build();
  const listener = new JavaAdapter(Packages.okhttp3.WebSocketListener, {
    onOpen: () => emitter.emit('open'),
    onMessage: (_socket: unknown, text: string) => emitter.emit('text', String(text)),
    onClosing: (_socket: unknown, code: number, reason: string) =>
      emitter.emit('closing', code, String(reason)),
    onClosed: (_socket: unknown, code: number, reason: string) =>
      emitter.emit('closed', code, String(reason)),
    onFailure: (_socket: unknown, error: unknown) => emitter.emit('failure', String(error)),
  });
  const socket = new Packages.okhttp3.OkHttpClient().newWebSocket(request, listener);
  return {
    on: (name, act) => emitter.on(name, act),
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
  };
}
