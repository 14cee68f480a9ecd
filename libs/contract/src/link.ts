import { z } from 'zod';
import { text, Id, Vars } from './fields';
import { LIMITS } from './limits';
import { Attachment } from './messages.schemas';
import { LogLevel } from './runs.schemas';

/**
 * The device link: a WebSocket at LINK_PATH, one JSON frame a message. docs/device-link.md tells it in the same words.
 *
 * Frames of the device that carry `n` are durable: the device keeps them, in order and on disk, until an Ack with
 * the same or a greater `n` says that the server has them in its database, and sends them again on its next link.
 * `n` grows by one for each frame that the device ever kept. Handling a frame twice changes nothing.
 */
export const LINK_PROTOCOL = 1;

/** Where a device opens its link. The credential goes into `Authorization: token hmd_…` or into Hello. */
export const LINK_PATH = '/link';

/** Where a device fetches code that Run does not carry: GET LINK_CODE_PATH/<sha256>, with the same credential. */
export const LINK_CODE_PATH = '/link/code';

/** Numbers of the device link. */
export const LINK_LIMITS = {
  /** Milliseconds between the server's WebSocket pings unless it is set otherwise; a side that misses two gives the link up. */
  heartbeatMs: 15_000,
  /** Milliseconds that a new link has for its Hello. */
  helloTimeoutMs: 10_000,
  /** One frame of the device. */
  frameBytes: 1024 * 1024,
  /** Code up to this size travels inside Run; larger code is fetched once and kept by its hash. */
  inlineCodeBytes: 16 * 1024,
  /** Durable frames that a device may have on the way without an Ack. */
  unacknowledgedFrames: 64,
  /** Lines of one Log frame. */
  logLines: 1000,
  /** Runs that Hello may name, and so runs that a device may hold at one time. */
  runs: 1000,
  /** Least and greatest wait before a device connects again; in between it doubles, with full jitter. */
  reconnectMinMs: 1000,
  reconnectMaxMs: 60_000,
} as const;

/** Why the server closed a link. */
export const CLOSE_CODES = {
  /** Standard code: the server stops; connect again with back-off. */
  goingAway: 1001,
  /** A frame was not JSON, of no known type, or not of its type's shape. */
  badFrame: 4400,
  /** The credential is unknown or was withdrawn: forget it and enrol again. */
  badCredential: 4401,
  /** No Hello came in time. */
  helloTimeout: 4408,
  /** A newer link of the same device took over. Do not connect again. */
  replaced: 4409,
  /** The protocol version of Hello is not spoken here. */
  unsupportedProtocol: 4426,
  /** More unacknowledged frames than agreed. */
  tooManyFrames: 4429,
} as const;

const n = z.number().int().min(1).meta({ description: 'number of the frame in the outbox' });
const clock = z
  .number()
  .int()
  .min(0)
  .max(8_000_000_000_000_000)
  .meta({ description: "milliseconds since 1970 by the device's clock" });
const label = text(LIMITS.deviceLabelChars);

/** Device → server, first frame of a link: who it is, and which runs it knows. */
export const Hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  token: z.string().max(100).optional().meta({ description: 'the credential, if no header could carry it' }),
  now: clock,
  appVersion: text(LIMITS.appVersionChars),
  platform: label.optional(),
  brand: label.optional(),
  model: label.optional(),
  runs: z
    .array(Id)
    .max(LINK_LIMITS.runs)
    .meta({ description: 'runs that are waiting or going on, or have durable frames left to send' }),
});
export type Hello = z.infer<typeof Hello>;

/** Device → server: the run is in the journal and will start when there is room for it. */
export const Accepted = z.object({ type: z.literal('accepted'), n, runId: Id });
export type Accepted = z.infer<typeof Accepted>;

/** Device → server: the run has started. */
export const Started = z.object({ type: z.literal('started'), n, runId: Id, at: clock });
export type Started = z.infer<typeof Started>;

/** One line of Log. `seq` counts the run's lines from 1, without gaps. */
export const LinkLogLine = z.object({
  seq: z.number().int().min(1).max(2_000_000_000),
  at: clock,
  level: LogLevel,
  text: z.string(),
});
export type LinkLogLine = z.infer<typeof LinkLogLine>;

/** Device → server: lines that the run wrote. */
export const Log = z.object({
  type: z.literal('log'),
  n,
  runId: Id,
  lines: z.array(LinkLogLine).min(1).max(LINK_LIMITS.logLines),
});
export type Log = z.infer<typeof Log>;

/** How a run ended, as its device tells it. */
export const Outcome = z.enum([
  'succeeded',
  'failed',
  'timed_out',
  'stopped',
  'canceled',
  'rejected',
  'lost',
]);
export type Outcome = z.infer<typeof Outcome>;

/**
 * Device → server: the run has ended. `canceled`: it was stopped before it started; `rejected`: it could not be
 * started; `lost`: the agent ended while the run went on, and what became of it is not known.
 */
export const Finished = z.object({
  type: z.literal('finished'),
  n,
  runId: Id,
  at: clock,
  startedAt: clock.optional(),
  state: Outcome,
  reason: z.string().max(4000).optional(),
  exitCode: z.number().int().min(-2147483648).max(2147483647).optional(),
  signal: z.string().max(32).optional(),
});
export type Finished = z.infer<typeof Finished>;

/** Device → server: the script called postMessage. */
export const Posted = z.object({
  type: z.literal('posted'),
  n,
  runId: Id,
  at: clock,
  text: z.string(),
  isTelemetry: z.boolean().optional(),
  title: z.string().optional(),
  attachments: z.array(Attachment).max(20).optional(),
});
export type Posted = z.infer<typeof Posted>;

/** Device → server: the message was shown. */
export const Received = z.object({ type: z.literal('received'), n, messageId: Id });
export type Received = z.infer<typeof Received>;

/** Device → server, for clients that cannot see WebSocket pings; the answer is Pong. */
export const Ping = z.object({ type: z.literal('ping') });
export type Ping = z.infer<typeof Ping>;

/** Any frame of the device. */
export const DeviceFrame = z.discriminatedUnion('type', [
  Hello,
  Accepted,
  Started,
  Log,
  Finished,
  Posted,
  Received,
  Ping,
]);
export type DeviceFrame = z.infer<typeof DeviceFrame>;

/** Server → device, answer to Hello: the link stands. */
export const Welcome = z.object({
  type: z.literal('welcome'),
  protocol: z.number().int(),
  deviceId: Id,
  name: z.string(),
  heartbeatMs: z.number().int(),
});
export type Welcome = z.infer<typeof Welcome>;

/**
 * Server → device: start this once. It comes again until the device answers; a run that the device already knows is
 * answered with what is known of it. A run of a script waits until an earlier run of the same `scriptId` has ended.
 */
export const RunOrder = z.object({
  type: z.literal('run'),
  runId: Id,
  jobId: Id,
  scriptId: Id.nullable(),
  name: z.string().meta({ description: 'name of the script' }),
  robotName: z.string().meta({ description: 'name of the device' }),
  sha256: z.string().meta({ description: 'SHA-256 of the code as UTF-8, hex' }),
  size: z.number().int().meta({ description: 'bytes of the code' }),
  code: z.string().optional().meta({ description: 'the code, up to LINK_LIMITS.inlineCodeBytes' }),
  env: Vars.meta({ description: 'what the script finds in hamibot.env' }),
  hasSecrets: z
    .boolean()
    .optional()
    .meta({ description: 'there are secrets in env: keep it no longer than the script needs to start' }),
  timeoutMs: z.number().int().optional(),
});
export type RunOrder = z.infer<typeof RunOrder>;

/** Server → device: end this run, its whole process tree. A run that is not known is answered `canceled`. */
export const Stop = z.object({ type: z.literal('stop'), runId: Id, reason: z.string().optional() });
export type Stop = z.infer<typeof Stop>;

/** Server → device: show this text. */
export const MessageOrder = z.object({
  type: z.literal('message'),
  messageId: Id,
  title: z.string().optional(),
  text: z.string(),
});
export type MessageOrder = z.infer<typeof MessageOrder>;

/** Server → device: every durable frame up to `n` is in the database. */
export const Ack = z.object({ type: z.literal('ack'), n: z.number().int() });
export type Ack = z.infer<typeof Ack>;

/** Server → device: the device was removed. Stop everything, delete the credential. */
export const Forget = z.object({ type: z.literal('forget') });
export type Forget = z.infer<typeof Forget>;

/** Server → device: answer to Ping. */
export const Pong = z.object({ type: z.literal('pong') });
export type Pong = z.infer<typeof Pong>;

/** Any frame of the server. */
export const ServerFrame = z.discriminatedUnion('type', [
  Welcome,
  RunOrder,
  Stop,
  MessageOrder,
  Ack,
  Forget,
  Pong,
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** One handler for each type of frame: a type without a handler does not compile. */
export type FrameHandlers<Frame extends { type: string }, Result = void> = {
  [Type in Frame['type']]: (frame: Extract<Frame, { type: Type }>) => Result;
};
