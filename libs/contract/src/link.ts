/**
 * The device link: a WebSocket at LINK_PATH with one JSON frame per message. docs/device-link.md describes it.
 *
 * Device frames with `n` are durable: the device stores them on disk, in order, until an Ack with the same or a greater
 * `n` confirms that the server has them in its database. It sends unacknowledged frames again on its next link.
 * `n` increases by one for each durable frame of the device. Handling a frame twice changes nothing.
 */
import { z } from 'zod';
import { deviceFactFields } from './devices.schemas';
import { text, Id, Vars } from './fields';
import { LIMITS } from './limits';
import { isDeeperThan, LINK_LIMITS } from './link-protocol';
import { Attachment } from './messages.schemas';
import { LogLevel, LogStep } from './runs.schemas';

export * from './link-protocol';

const n = z.number().int().min(1).meta({ description: 'number of the frame in the outbox' });
const deviceTime = z
  .number()
  .int()
  .min(0)
  .max(8_000_000_000_000_000)
  .meta({ description: "milliseconds since 1970 by the device's clock" });
const label = text(LIMITS.deviceLabelChars);

/** Device → server, first frame of a link: identifies the device and lists its open runs. */
export const Hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  token: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'the device token, for clients that cannot set a header' }),
  now: deviceTime,
  appVersion: text(LIMITS.appVersionChars),
  platform: label.optional(),
  brand: label.optional(),
  model: label.optional(),
  isolation: label.optional().meta({ description: 'what separates scripts from the agent' }),
  canUpdate: z.boolean().optional().meta({ description: 'whether the agent can update itself' }),
  engine: z
    .enum(['node', 'phone'])
    .optional()
    .catch(undefined)
    .meta({ description: 'what runs the scripts; omitted: `phone` on Android, else `node`' }),
  runs: z
    .array(Id)
    .max(LINK_LIMITS.runs)
    .meta({ description: 'runs that are waiting or running, or have unacknowledged frames' }),
});
export type Hello = z.infer<typeof Hello>;

/** Device → server: the run is in the journal and starts as soon as the device has capacity. */
export const Accepted = z.object({ type: z.literal('accepted'), n, runId: Id });
export type Accepted = z.infer<typeof Accepted>;

/** Device → server: the run has started. */
export const Started = z.object({ type: z.literal('started'), n, runId: Id, at: deviceTime });
export type Started = z.infer<typeof Started>;

/** A line in Log. `seq` counts the run's lines from 1, without gaps. */
export const LinkLogLine = z.object({
  seq: z.number().int().min(1).max(2_000_000_000),
  at: deviceTime,
  level: LogLevel,
  text: z.string(),
  step: LogStep.optional().catch(undefined),
});
export type LinkLogLine = z.infer<typeof LinkLogLine>;

/** Device → server: log lines of the run. */
export const Log = z.object({
  type: z.literal('log'),
  n,
  runId: Id,
  lines: z.array(LinkLogLine).min(1).max(LINK_LIMITS.logLines),
});
export type Log = z.infer<typeof Log>;

const progressFields = {
  value: z.number().min(0).max(1).meta({ description: 'part that is done, from 0 to 1' }),
  text: text(LIMITS.progressTextChars).optional(),
};

/** The progress of a run. */
export const LinkProgress = z.object(progressFields);
export type LinkProgress = z.infer<typeof LinkProgress>;

/**
 * Device → server: how far a run has come, at most every `progressMs`. Not durable: Finished has the last progress. Only
 * for servers whose Welcome has `progressMs`.
 */
export const Progress = z.object({ type: z.literal('progress'), runId: Id, ...progressFields });
export type Progress = z.infer<typeof Progress>;

/** Result of a run as its device reports it. */
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
 * Device → server: the run has ended. `canceled`: it was stopped before it started. `rejected`: it could not be
 * started. `lost`: the agent exited during the run, so the result is unknown.
 */
export const Finished = z.object({
  type: z.literal('finished'),
  n,
  runId: Id,
  at: deviceTime,
  startedAt: deviceTime.optional(),
  state: Outcome,
  reason: z.string().max(4000).optional(),
  exitCode: z.number().int().min(-2147483648).max(2147483647).optional(),
  signal: z.string().max(32).optional(),
  failedStep: z.string().max(LIMITS.stepPathChars).optional().catch(undefined).meta({
    description: 'step in which the run failed or timed out, after the names of the steps around it',
  }),
  result: z
    .unknown()
    .optional()
    .meta({
      description: `JSON value that the script left as its result, at most ${LIMITS.resultBytes} bytes, nested at most ${LIMITS.jsonDepth} levels deep`,
    }),
  resultProblem: z
    .string()
    .max(1000)
    .optional()
    .catch(undefined)
    .meta({ description: 'why the device has not kept the result' }),
  progress: LinkProgress.optional().catch(undefined).meta({ description: 'the last progress' }),
});
export type Finished = z.infer<typeof Finished>;

/** An attachment of Posted. */
export const PostedAttachment = Attachment.refine(({ data }) => !isDeeperThan(LIMITS.jsonDepth, data), {
  path: ['data'],
  message: `must nest at most ${LIMITS.jsonDepth} levels deep`,
});

/** Device → server: the script called postMessage. */
export const Posted = z.object({
  type: z.literal('posted'),
  n,
  runId: Id,
  at: deviceTime,
  text: z.string(),
  isTelemetry: z.boolean().optional(),
  title: z.string().optional(),
  attachments: z.array(PostedAttachment).max(20).optional(),
});
export type Posted = z.infer<typeof Posted>;

/** Device → server: the message was shown. */
export const Received = z.object({ type: z.literal('received'), n, messageId: Id });
export type Received = z.infer<typeof Received>;

/**
 * Device → server: what the device knows about itself, after Welcome and then every `factsMs` if it has changed. Not
 * durable. Only for servers whose Welcome has `factsMs`.
 */
export const Facts = z.object({ type: z.literal('facts'), ...deviceFactFields });
export type Facts = z.infer<typeof Facts>;

/** Device → server, for clients that cannot observe WebSocket pings. The server responds with Pong. */
export const Ping = z.object({ type: z.literal('ping') });
export type Ping = z.infer<typeof Ping>;

/** Any frame that a device sends. */
export const DeviceFrame = z.discriminatedUnion('type', [
  Hello,
  Accepted,
  Started,
  Log,
  Finished,
  Posted,
  Received,
  Progress,
  Facts,
  Ping,
]);
export type DeviceFrame = z.infer<typeof DeviceFrame>;

/** Server → device, response to Hello: the link is open. */
export const Welcome = z.object({
  type: z.literal('welcome'),
  protocol: z.number().int(),
  deviceId: Id,
  name: z.string(),
  heartbeatMs: z.number().int(),
  factsMs: z
    .number()
    .int()
    .optional()
    .meta({ description: 'milliseconds between Facts; absent if the server does not know them' }),
  progressMs: z.number().int().optional().meta({
    description: 'milliseconds between two Progress frames of a run; absent if the server does not know them',
  }),
});
export type Welcome = z.infer<typeof Welcome>;

/** How the script of a run is priced, which scripts read as `hamibot.plan`. */
export const Plan = z.object({
  name: z.string(),
  model: z.enum(['free', 'flatRate']).meta({ description: 'flatRate: a monthly price' }),
  onFreeTrial: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;

/**
 * Server → device: start this run once. The server repeats the order until the device responds; a device that already
 * has the run reports its state. A run waits until earlier runs of the same `scriptId` on the device have ended.
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
  env: Vars.meta({ description: 'contents of hamibot.env' }),
  plan: Plan.optional().meta({ description: 'contents of hamibot.plan; absent for a free script' }),
  hasSecrets: z
    .boolean()
    .optional()
    .meta({ description: 'env contains secrets: delete it once the script has started' }),
  timeoutMs: z.number().int().optional(),
  screenshotOnFailure: z
    .boolean()
    .optional()
    .meta({ description: 'save a picture of the screen when the script fails' }),
  isUpdate: z.boolean().optional().meta({
    description:
      'the code is the archive of an agent: update to it. A phone gets LINK_AGENT_PATH instead. Only with canUpdate',
  }),
});
export type RunOrder = z.infer<typeof RunOrder>;

/** Server → device: stop this run with its whole process tree. The device reports an unknown run as `canceled`. */
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

/** Server → device: all durable frames up to `n` are in the database. */
export const Ack = z.object({ type: z.literal('ack'), n: z.number().int() });
export type Ack = z.infer<typeof Ack>;

/** Server → device: the device was removed. Stop all runs and delete the device token. */
export const Forget = z.object({ type: z.literal('forget') });
export type Forget = z.infer<typeof Forget>;

/** Server → device: response to Ping. */
export const Pong = z.object({ type: z.literal('pong') });
export type Pong = z.infer<typeof Pong>;

/** Any frame that the server sends. */
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

/** One handler for each type of frame. A type without a handler does not compile. */
export type FrameHandlers<Frame extends { type: string }, Result = void> = {
  [Type in Frame['type']]: (frame: Extract<Frame, { type: Type }>) => Result;
};
