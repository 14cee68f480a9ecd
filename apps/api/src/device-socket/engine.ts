import type { Hello } from '@drover/contract';

/** What runs the scripts of a device. Projects may have code for each engine. */
export type Engine = 'node' | 'phone';

/** Returns the engine of the device that sent the hello. Agents of earlier versions do not name theirs. */
export function describeEngine({ engine, platform }: Hello): Engine {
  return engine ?? (platform?.startsWith('android') ? 'phone' : 'node');
}
