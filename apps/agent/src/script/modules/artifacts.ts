import type { ArtifactContent, SavedArtifact } from '@drover/script-types';
import { constants, statSync } from 'node:fs';
import { copyFile, link, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { isFullDisk } from '../../files/full-disk';
import { requestArtifact, sleep } from '../channel';
import type { ArtifactReply, ArtifactRequest } from '../reports';

/** The folder of the run, also if the script changes its working directory. */
const workFolder = process.cwd();

/** First and longest pause between two questions whether an artifact is saved. */
const [minPollMs, maxPollMs] = [2, 100];

let lastTicket = 0;

/** Saves an artifact. Resolves when it is on the disk of the device, or was left out. */
export async function saveArtifact(name: string, content: ArtifactContent): Promise<SavedArtifact> {
  const ticket = nextTicket();
  const file = `.artifact-${ticket}`;
  const path = join(workFolder, file);
  try {
    await provide(content, path);
    return await request({ ticket, name, kind: 'file', file });
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    return await request({ ticket, name, kind: 'file', file, isWithoutSpace: true });
  } finally {
    await rm(path, { force: true });
  }
}

/** Saves a picture of the screen. Resolves when it is on the disk of the device, or there is none. */
export function takeScreenshot(name = ''): Promise<SavedArtifact> {
  return request({ ticket: nextTicket(), name, kind: 'image' });
}

/** Saves a picture of the screen before the process ends, and blocks meanwhile. */
export function takeLastScreenshot(): void {
  const picture: ArtifactRequest = { ticket: nextTicket(), name: '', kind: 'image' };
  while (requestArtifact(picture).state === 'pending') sleep(maxPollMs);
}

/** Each thread has tickets of its own. */
function nextTicket(): number {
  lastTicket += 1;
  return threadId * 1_000_000 + lastTicket;
}

/** Asks until the artifact is saved or left out. */
async function request(artifact: ArtifactRequest): Promise<SavedArtifact> {
  for (let pollMs = minPollMs; ; pollMs = Math.min(maxPollMs, 2 * pollMs)) {
    const reply = requestArtifact(artifact);
    if (reply.state !== 'pending') return toSaved(artifact.name, reply);
    await delay(pollMs);
  }
}

function toSaved(name: string, reply: Exclude<ArtifactReply, { state: 'pending' }>): SavedArtifact {
  if (reply.state === 'saved') {
    return { name: reply.name, size: reply.size, sha256: reply.sha256, problem: null };
  }
  return { name, size: null, sha256: null, problem: reply.problem };
}

/** Puts the content where the agent reads it. */
async function provide(content: unknown, path: string): Promise<void> {
  const source = findPath(content);
  if (source === undefined) return writeFile(path, toBytes(content), { mode: 0o600 });
  const target = await realpath(source);
  // A link needs no space. It works for files of the run's own folder.
  await link(target, path).catch(() => copyFile(target, path, constants.COPYFILE_FICLONE));
}

/** Returns the path that the content names, or undefined if it is the content itself. */
function findPath(content: unknown): string | undefined {
  if (typeof content === 'object' && content !== null && 'path' in content) return String(content.path);
  if (typeof content !== 'string' || content.length > 4096 || /[\n\0]/.test(content)) return undefined;
  const isFile = statSync(content, { throwIfNoEntry: false })?.isFile() ?? false;
  if (!isFile && /^(\.{0,2}[\\/]|[a-z]:[\\/])/i.test(content)) {
    throw new Error(
      `drover.artifacts.save: there is no file ${content}. To save this text, use Buffer.from(text).`,
    );
  }
  return isFile ? content : undefined;
}

function toBytes(content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  throw new TypeError(
    'drover.artifacts.save: the content must be a string, a Buffer, a Uint8Array, or { path } of a file.',
  );
}
