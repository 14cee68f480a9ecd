import { EventEmitter } from 'node:events';
import type { Bus } from './bus';

/** Creates the bus of an installation with one node. It delivers asynchronously, as a network does. */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish: (topic, message) => void setImmediate(() => emitter.emit(topic, message)),
    subscribe: (topic, handler) => {
      emitter.on(topic, handler);
      return () => emitter.off(topic, handler);
    },
    isShared: false,
    isReady: () => true,
    close: async () => void emitter.removeAllListeners(),
  };
}
