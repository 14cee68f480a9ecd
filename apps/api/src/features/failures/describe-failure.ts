import { createHash } from 'node:crypto';
import type { Run } from '../../database/client/client';
import { normalizeMessage } from './normalize-message';

/** Characters of the message that a group shows. */
const messageChars = 1000;

/** Characters of a position in a script, such as `script.js:12:5`. */
const positionChars = 300;
const position = /^(.+\.[cm]?[jt]sx?)[:#](\d{1,9})(?::\d{1,9})?$/;
/** A path on a device, of which only the name is compared. Paths of projects are relative. */
const absolutePath = /^(?:[/\\]|[A-Za-z]:[/\\])/;

type FailedRun = Pick<
  Run,
  'accountId' | 'scriptId' | 'state' | 'reason' | 'exitCode' | 'signal' | 'failedStep'
>;

/** The position of an error in a script. */
interface Position {
  file: string | null;
  line: number | null;
}

/** The group of a failed run. */
export interface FailureDescription extends Position {
  id: string;
  message: string | null;
}

/**
 * Describes the group of a failed run. Runs of a script have the same one if they have the same state, exit code, signal
 * and position in the script, and messages and steps that differ only in data, such as numbers, IDs and paths.
 */
export function describeFailure(run: FailedRun): FailureDescription {
  const { message, file, line } = splitReason(run.reason ?? '');
  const compared = [
    ...[run.accountId, run.scriptId, run.state, run.exitCode, run.signal],
    ...[normalizeMessage(message), file && normalizeFile(file), line],
    // Without a step, nothing is added, so that groups from before there were steps continue.
    ...(run.failedStep === null ? [] : [normalizeMessage(run.failedStep)]),
  ];
  const id = createHash('sha256').update(JSON.stringify(compared)).digest('hex').slice(0, 24);
  return { id, message: message.slice(0, messageChars) || null, file, line };
}

/** Separates the position at the end of a reason: agents write `TypeError: … (script.js:12:5)`, phones `… (script.js#12)`. */
function splitReason(reason: string): Position & { message: string } {
  const text = reason.trimEnd();
  const start = text.lastIndexOf('(');
  const noPosition = { message: text, file: null, line: null };
  if (start === -1 || !text.endsWith(')') || text.length - start > positionChars) return noPosition;
  const [, path, line] = position.exec(text.slice(start + 1, -1)) ?? [];
  if (path === undefined) return noPosition;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const file = absolutePath.test(path) ? name : path;
  return { message: text.slice(0, start).trimEnd(), file, line: Number(line) };
}

/** Paths are replaced in messages, but files of a project are told apart by their folders. */
function normalizeFile(file: string): string {
  return file.split('/').map(normalizeMessage).join('/');
}
