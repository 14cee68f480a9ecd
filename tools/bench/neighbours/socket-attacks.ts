import { LINK_LIMITS, LINK_PATH } from '@drover/contract/link-protocol';
import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import type { Attack, Attackers, Strike } from './attack';
import { pause, repeat, type Client } from './client';
import { enrolDevices, openSocket, untilOpen } from './hostile-device';

const earlySockets = 40;
const unreadSockets = 8;
const streamsPerAccount = 250;
/** Streams of one account that are opened at the same time. */
const streamLoops = 8;
const guesses = 50;

/** What is left in this process before it sends more: the kernel's buffers are full, or the server does not read. */
const unsentBytesMax = 4 * 1024 * 1024;

const reopenMs = 50;
const refusedMs = 250;
const identifyMs = 2_000;
const frameBody = `"data":"${'x'.repeat(LINK_LIMITS.frameBytes - 100)}"`;
const earlyFrame = `{"type":"started","n":1,${frameBody}}`;
const largePing = `{"type":"ping",${frameBody}}`;

/** Frames of 1 MiB on links that never said who they are. */
export const early: Attack = {
  name: 'early-frames',
  title: 'frames of 1 MiB before hello',
  prepare: ({ clients }) =>
    Promise.resolve((signal) =>
      repeat(earlySockets, signal, async (loop) => {
        const client = clients[loop % clients.length];
        const socket = openSocket(client, LINK_PATH);
        if (await untilOpen(socket, signal)) await sendWhileOpen({ socket, client, signal }, earlyFrame);
        socket.terminate();
        await pause(reopenMs, signal);
      }),
    ),
};

interface Sending {
  socket: WebSocket;
  client: Client;
  signal: AbortSignal;
}

async function sendWhileOpen({ socket, client, signal }: Sending, ...frames: string[]): Promise<void> {
  while (socket.readyState === WebSocket.OPEN && !signal.aborted) {
    for (const frame of frames) socket.send(frame);
    client.tally.add('frame sent', frames.length);
    await pause(socket.bufferedAmount > unsentBytesMax ? 20 : 1, signal);
    while (
      socket.bufferedAmount > unsentBytesMax &&
      socket.readyState === WebSocket.OPEN &&
      !signal.aborted
    ) {
      await pause(20, signal);
    }
  }
}

/** Asks for answers and never reads them, on a stock phone's connection. */
export const phoneDoor: Attack = {
  name: 'phone-door',
  title: 'phone connections that send pings of 1 MB and never read',
  prepare: ({ clients }) =>
    Promise.resolve((signal) =>
      repeat(unreadSockets, signal, async (loop) => {
        const client = clients[loop % clients.length];
        const { key } = await client.prepare<{ key: string }>('POST', '/v1/enrolment-keys');
        const socket = openSocket(client, `/autox/${key}`);
        if (await untilOpen(socket, signal)) {
          await identifyPhone(socket, signal);
          socket.pause();
          await sendWhileOpen({ socket, client, signal }, largePing);
        }
        await endUnread(socket, signal);
      }),
    ),
};

/** Says hello, and reports the token that the server gives to a new phone: a stranger could send less. */
async function identifyPhone(socket: WebSocket, signal: AbortSignal): Promise<void> {
  socket.send(JSON.stringify({ type: 'hello', data: { device_name: 'A B', app_version: '7.0.4' } }));
  const done = new AbortController();
  const timer = setTimeout(() => done.abort(), identifyMs);
  const frames = on(socket, 'message', { signal: AbortSignal.any([signal, done.signal]), close: ['close'] });
  try {
    for await (const [data] of frames as AsyncIterable<[Buffer]>) {
      const [token] = /hmd_\w+/.exec(data.toString()) ?? [];
      const log = `14:03:22.123/V: [drover] ${JSON.stringify({ type: 'phone', token })}`;
      if (token) return socket.send(JSON.stringify({ type: 'log', data: { log } }));
    }
  } catch {
    // The phase is over, or the server is too busy.
  } finally {
    clearTimeout(timer);
  }
}

/** Pings of both kinds on a device link, whose answers are never read. */
export const unreadLinks: Attack = {
  name: 'unread-links',
  title: 'device links that send pings and never read',
  async prepare({ clients }) {
    const owners = await devicesOf(clients);
    return (signal) =>
      repeat(owners.length, signal, async (loop) => {
        const { client, token } = owners[loop];
        const socket = openSocket(client, LINK_PATH, token);
        if (await untilOpen(socket, signal)) {
          const hello = { type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs: [] };
          socket.send(JSON.stringify(hello));
          socket.pause();
          const pings = Array.from({ length: 500 }, () => '{"type":"ping"}');
          await sendWhileOpen({ socket, client, signal }, largePing, ...pings);
        }
        await endUnread(socket, signal);
      });
  },
};

async function devicesOf(clients: Client[]): Promise<{ client: Client; token: string }[]> {
  const owners: { client: Client; token: string }[] = [];
  for (const client of clients) {
    const [{ token }] = await enrolDevices(client, 1);
    owners.push({ client, token });
  }
  return owners;
}

/** Reads the close code, if the server sent one. */
async function endUnread(socket: WebSocket, signal: AbortSignal): Promise<void> {
  socket.resume();
  await pause(reopenMs, signal);
  socket.terminate();
}

/** Event streams that nobody reads, of accounts in which much happens. */
export const streams: Attack = {
  name: 'event-streams',
  title: 'event streams that are never read',
  prepare: (attackers) => Promise.resolve(holdStreams(attackers)),
};

function holdStreams({ clients, tally }: Attackers): Strike {
  const message = JSON.stringify({ text: 'm'.repeat(2000) });
  return async (signal) => {
    const open = new Set<IncomingMessage>();
    const opening = repeat(clients.length * streamLoops, signal, async (loop) => {
      if (open.size >= clients.length * streamsPerAccount) return pause(reopenMs, signal);
      const response = await openStream(clients[loop % clients.length], signal);
      if (response?.statusCode === 200) open.add(response);
      tally.add(`stream ${response?.statusCode ?? 'refused'}`);
      if (response?.statusCode !== 200) await pause(refusedMs, signal);
    });
    const path = (client: Client) => `/v1/message/send?token=${client.neighbour.token}`;
    const sending = repeat(clients.length * 2, signal, async (loop) => {
      const client = clients[loop % clients.length];
      await client.send({ method: 'POST', path: path(client), body: message }, signal);
    });
    await Promise.all([opening, sending]);
    for (const response of open) response.destroy();
  };
}

async function openStream(
  { url, headers }: Client,
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  try {
    const request = get(`${url}/v1/events`, { headers, agent: false });
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    response.on('error', () => undefined);
    return response.pause();
  } catch {
    return undefined;
  }
}

/** Guesses enrolment keys at both ways in, and passwords. */
export const guessing: Attack = {
  name: 'guessing',
  title: 'guesses of enrolment keys and passwords',
  prepare: ({ clients }) =>
    Promise.resolve((signal) =>
      repeat(guesses, signal, async (loop) => {
        const client = clients[loop % clients.length];
        if (loop % 5 === 0) return client.send(guessPassword(), signal);
        if (loop % 5 === 1) return client.send(guessKey(), signal);
        const socket = openSocket(client, `/autox/${randomBytes(3).toString('hex').toUpperCase()}`);
        if (await untilOpen(socket, signal)) {
          socket.send(JSON.stringify({ type: 'hello', data: { device_name: 'A B', app_version: '7.0.4' } }));
          await once(socket, 'close', { signal }).catch(() => undefined);
        }
        socket.terminate();
        await pause(reopenMs, signal);
      }),
    ),
};

function guessPassword() {
  const body = JSON.stringify({ email: 'demo@example.org', password: randomBytes(8).toString('hex') });
  return { method: 'POST', path: '/v1/sessions', body, headers: { authorization: '' } };
}

function guessKey() {
  const labels = { brand: '', model: '', platform: '', appVersion: '2.0.0' };
  const body = JSON.stringify({ key: randomBytes(3).toString('hex').toUpperCase(), ...labels });
  return { method: 'POST', path: '/v1/enrolments', body, headers: { authorization: '' } };
}
