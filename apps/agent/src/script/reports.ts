import { ArtifactKind } from '@drover/contract/artifact-uploads';
import { LinkLogLine, type Plan } from '@drover/contract/link';
import { StoreScope, type StoreReply } from '@drover/contract/store-calls';
import { z } from 'zod';
import { STORAGE_BOUNDS } from './storage-bounds';

/** What the agent sends to the process of a run: one line of JSON on descriptor 3. */
export interface ScriptTask {
  scriptName: string;
  robotName: string;
  code: string;
  env: Record<string, unknown>;
  plan: Plan;
  /** Paths of the input files by the names of their variables, relative to the folder of the run. */
  files: Record<string, string>;
  agentVersion: string;
  /** Whether the run takes a picture of the screen when it fails. */
  screenshotOnFailure?: boolean;
}

const name = z.string().max(STORAGE_BOUNDS.nameChars);

/** An operation on the values that scripts keep on the device. */
const StorageRequest = z.object({
  name,
  operation: z.discriminatedUnion('type', [
    z.object({ type: z.literal('get'), key: name }),
    z.object({ type: z.literal('put'), key: name, json: z.string().max(STORAGE_BOUNDS.valueChars) }),
    z.object({ type: z.literal('remove'), key: name }),
    z.object({ type: z.literal('clear') }),
    z.object({ type: z.literal('delete') }),
  ]),
});
export type StorageRequest = z.infer<typeof StorageRequest>;

/** The agent's answer, on descriptor 3: the value as JSON if the key has one, or why the operation failed. */
export interface StorageReply {
  json?: string;
  /** Whether a deleted storage had values. */
  existed?: boolean;
  error?: string;
}

/** An artifact to save. Without a file it is a picture of the screen. The script repeats the request with the same ticket until the reply is not `pending`. */
const ArtifactRequest = z.object({
  ticket: z.number().int(),
  name: z.string(),
  kind: ArtifactKind,
  /** Name of a file in the folder of the run. */
  file: z.string().optional(),
  /** Whether the folder of the run had no room for the file. */
  isWithoutSpace: z.boolean().optional(),
});
export type ArtifactRequest = z.infer<typeof ArtifactRequest>;

/** The agent's answer: the artifact is on the disk of the device, or why it was left out. */
export type ArtifactReply =
  | { state: 'pending' }
  | { state: 'saved'; name: string; size: number; sha256: string }
  | { state: 'refused'; problem: string };

/** A call of the store. The script repeats the request with the same ticket until the reply is not `pending`. */
const StoreRequest = z.object({
  ticket: z.number().int(),
  scope: StoreScope,
  /** The server validates it. */
  operation: z.looseObject({ type: z.string() }),
  /** Milliseconds to wait for the server if the device is offline. Null: until the run ends. */
  waitMs: z.number().min(0).nullable(),
});
export type StoreRequest = z.infer<typeof StoreRequest>;

/** What the server replied, or why the agent has no reply. */
export type StoreAnswer =
  StoreReply | { type: 'problem'; code: 'OFFLINE' | 'UNSUPPORTED'; message: string; mayBeApplied?: boolean };

/** The agent's answer to a StoreRequest. */
export type StoreTicketReply = { state: 'pending' } | { state: 'done'; answer: StoreAnswer };

/** A line written by console.log or a similar function. */
const LogReport = LinkLogLine.omit({ seq: true, step: true }).extend({ type: z.literal('log') });

/** Text that the script wrote to process.stdout or process.stderr, not yet split into lines. */
const OutputReport = z.object({ type: z.literal('output'), isError: z.boolean(), text: z.string() });

/** A call of postMessage. */
const PostedReport = z.object({
  type: z.literal('posted'),
  at: LinkLogLine.shape.at,
  text: z.string(),
  isTelemetry: z.boolean(),
  title: z.string().optional(),
  attachments: z.array(z.unknown()).optional(),
});

/** The result of the script. */
const ResultReport = z.object({
  type: z.literal('result'),
  json: z.string().optional(),
  problem: z.string().optional(),
});

/** How far the script has come. */
const ProgressReport = z.object({
  type: z.literal('progress'),
  value: z.number(),
  text: z.string().optional(),
});

const stepKey = z.string().max(100);

/** The start or the end of a step. */
const StepReport = z.object({
  type: z.literal('step'),
  state: z.enum(['started', 'succeeded', 'failed', 'fatal']),
  key: stepKey,
  at: LinkLogLine.shape.at,
  parent: stepKey.optional(),
  name: z.string().optional(),
});

/** The error that ends the script. */
const FailedReport = z.object({ type: z.literal('failed'), reason: z.string() });

/** The process ends by itself. One that a signal kills does not send it. */
const ExitReport = z.object({ type: z.literal('exit') });

/** An operation on a storage. The agent answers with a StorageReply. */
const StorageReport = StorageRequest.extend({ type: z.literal('storage') });

/** An artifact. The agent answers with an ArtifactReply. */
const ArtifactReport = ArtifactRequest.extend({ type: z.literal('artifact') });

/** A call of the store. The agent answers with a StoreTicketReply. */
const StoreReport = StoreRequest.extend({ type: z.literal('store') });

/** What the process of a run sends to its agent on descriptor 3: one line of JSON per report. */
export const ScriptReport = z.discriminatedUnion('type', [
  LogReport,
  OutputReport,
  PostedReport,
  ResultReport,
  ProgressReport,
  StepReport,
  FailedReport,
  ExitReport,
  StorageReport,
  ArtifactReport,
  StoreReport,
]);
export type ScriptReport = z.infer<typeof ScriptReport>;
