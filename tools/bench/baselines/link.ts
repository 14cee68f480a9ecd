/** A bare `ws` server: it answers hello, sends a run to every device, and acknowledges every frame. It stores nothing. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { WebSocketServer, type WebSocket } from 'ws';

interface Frame {
  type: 'hello' | 'accepted' | 'started' | 'log' | 'finished';
  n: number;
}

const devices = new Map<WebSocket, string>();
let onFrame: (type: Frame['type']) => void = () => undefined;

function serve(socket: WebSocket): void {
  socket.on('close', () => devices.delete(socket));
  socket.on('message', (data: Buffer) => {
    const { type, n } = JSON.parse(data.toString()) as Frame;
    if (type !== 'hello') {
      onFrame(type);
      return socket.send(JSON.stringify({ type: 'ack', n }));
    }
    const deviceId = devices.size.toString(16).padStart(24, '0');
    devices.set(socket, deviceId);
    const name = 'Device';
    socket.send(JSON.stringify({ type: 'welcome', protocol: 1, deviceId, name, heartbeatMs: 15_000 }));
  });
}

/** Sends a run to every device. Returns when each was reported as started and as finished, in milliseconds. */
function fanOut(order: object): Promise<{ started: number[]; finished: number[] }> {
  const before = performance.now();
  const times = { started: [] as number[], finished: [] as number[] };
  return new Promise((resolve) => {
    onFrame = (type) => {
      if (type !== 'started' && type !== 'finished') return;
      times[type].push(performance.now() - before);
      if (times.finished.length === devices.size) resolve(times);
    };
    for (const [socket, deviceId] of devices) {
      const runId = Math.random().toString(16).slice(2, 10).padEnd(24, deviceId.slice(-8));
      socket.send(JSON.stringify({ ...order, type: 'run', runId, jobId: deviceId }));
    }
  });
}

async function main(): Promise<void> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  sockets.on('connection', serve);
  await once(sockets, 'listening');
  process.on('message', ({ order }: { order?: object }) => {
    if (order) void fanOut(order).then((times) => process.send?.(times));
    else process.send?.({ connected: devices.size });
  });
  process.send?.({ port: (sockets.address() as AddressInfo).port });
}

process.on('disconnect', () => process.exit());
void main();
