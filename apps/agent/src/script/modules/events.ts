import type { Emitter, Events } from '@drover/script-types';
import type { BroadcastChannel as Channel } from 'node:worker_threads';
import { reportError } from '../failures';
import { engineId } from './engine-id';

/** An event for the engines of this run: for all of them, or for one. */
interface Message {
  to: number | 'all';
  name: string;
  values: unknown[];
}

let channel: Channel | undefined;
let events: Events | undefined;

/** Creates the events of the script, once. */
export function createEvents(): Events {
  if (events) return events;
  const emitter = createEmitter();
  const broadcast = createEmitter();
  const emitBroadcast = broadcast.emit.bind(broadcast);
  events = Object.assign(emitter, { emitter: createEmitter, broadcast });
  receive(({ to, name, values }) => {
    if (to === 'all') emitBroadcast(name, ...values);
    else if (to === engineId) emitter.emit(name, ...values);
  });
  broadcast.emit = (name, ...values) => {
    post({ to: 'all', name, values });
    // A channel does not deliver to itself.
    setImmediate(() => emitBroadcast(name, ...values));
    return true;
  };
  process.on('exit', () => emitExit(emitter));
  return events;
}

/** Emits an event on the `events` of an engine of this run. */
export function emitTo(to: number, name: string, values: unknown[]): void {
  if (to === engineId) setImmediate(() => createEvents().emit(name, ...values));
  else post({ to, name, values });
}

function createEmitter(): Emitter {
  const { EventEmitter } = process.getBuiltinModule('node:events');
  return new EventEmitter().setMaxListeners(0) as unknown as Emitter;
}

/** A failing listener must not hide how the script ended. */
function emitExit(emitter: Emitter): void {
  try {
    emitter.emit('exit');
  } catch (error) {
    reportError(error);
  }
}

function openChannel(): Channel {
  if (channel) return channel;
  const { BroadcastChannel } = process.getBuiltinModule('node:worker_threads');
  channel = new BroadcastChannel('drover-engines');
  // Listeners alone do not keep a script running.
  (channel as unknown as { unref(): void }).unref();
  return channel;
}

function receive(listener: (message: Message) => void): void {
  openChannel().onmessage = (event) => listener((event as { data: Message }).data);
}

function post(message: Message): void {
  openChannel().postMessage(JSON.parse(JSON.stringify(message)));
}
