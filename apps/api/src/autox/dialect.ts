import { cutChars, LIMITS } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { randomInt } from 'node:crypto';
import { z } from 'zod';

/**
 * The frames of a stock AutoX app under "connect to computer". The app requires exactly these shapes, including the
 * version. Frames of other types are ignored.
 */
export const PhoneFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    data: z.object({
      device_name: z.string().default(''),
      app_version: z.string().default('0'),
    }),
  }),
  // The app sends its clock. The answer repeats it, so it has to be short.
  z.object({
    type: z.literal('ping'),
    data: z.union([z.number(), z.string().max(BUDGET.phonePingChars.max)]),
  }),
  z.object({ type: z.literal('log'), data: z.object({ log: z.string() }) }),
  z.object({ type: z.literal('other') }),
]);
export type PhoneFrame = z.infer<typeof PhoneFrame>;
export type PhoneHello = Extract<PhoneFrame, { type: 'hello' }>['data'];

const knownTypes = new Set(['hello', 'ping', 'log']);

/** Returns undefined for an invalid frame. */
export function readPhoneFrame(data: Buffer): PhoneFrame | undefined {
  try {
    const frame = z.looseObject({ type: z.string() }).parse(JSON.parse(data.toString()));
    return knownTypes.has(frame.type) ? PhoneFrame.safeParse(frame).data : { type: 'other' };
  } catch {
    return undefined;
  }
}

/** Returns brand, model and version of a phone, which sends one name, such as "Xiaomi MI 11". */
export function describePhone({ device_name, app_version }: PhoneHello) {
  const [brand = '', ...model] = clean(device_name).trim().split(/\s+/);
  return {
    brand: cutChars(brand, LIMITS.deviceLabelChars),
    model: cutChars(model.join(' '), LIMITS.deviceLabelChars),
    appVersion: cutChars(clean(app_version), LIMITS.appVersionChars),
  };
}

function clean(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '');
}

/** Creates the first frame that a phone expects. `version` is the version of the desktop program that the app supports. */
export function createHello() {
  return { type: 'hello', data: 'ok', debug: false, message_id: messageId(), version: '1.109.0' };
}

export function pong(data: unknown) {
  return { type: 'pong', data };
}

export interface Command {
  command: 'run' | 'stop' | 'stopAll';
  /** Key of the running script. The command that stops the script has the same key. */
  id?: string;
  name?: string;
  script?: string;
}

export function command(data: Command) {
  return { type: 'command', message_id: messageId(), data };
}

function messageId(): string {
  return `${Date.now()}_${randomInt(1_000_000)}`;
}
