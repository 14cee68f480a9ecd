import { LINK_ARTIFACTS_PATH } from '@drover/contract/artifact-protocol';
import type { Credential } from './credential';
import type { SpooledArtifact } from './reports';

const connectTimeoutMs = 30_000;

/** Milliseconds that the server has to answer. */
const readTimeoutMs = 240_000;

/** Bytes of a part that are sent at once. */
const chunkBytes = 64 * 1024;

/** What the server says about an upload. */
export type UploadState =
  | { state: 'stored' }
  | { state: 'incomplete'; offset: number }
  | { state: 'mismatch' }
  | { state: 'refused'; problem: string };

export interface Part {
  credential: Credential;
  artifact: SpooledArtifact;
  /** File with the content. */
  path: string;
  /** Where the part begins. Undefined asks the server, and sends nothing. */
  offset?: number;
  length: number;
}

/** Sends a part of an artifact. The classes of Java are used, because the `http` of the apps sends texts only. */
export function putPart(part: Part): UploadState {
  const connection = new java.net.URL(toUrl(part)).openConnection();
  try {
    connection.setRequestMethod('PUT');
    connection.setConnectTimeout(connectTimeoutMs);
    connection.setReadTimeout(readTimeoutMs);
    connection.setRequestProperty('Authorization', `token ${part.credential.token}`);
    connection.setRequestProperty('Content-Type', 'application/octet-stream');
    connection.setDoOutput(true);
    connection['setFixedLengthStreamingMode(int)'](part.length);
    const target = connection.getOutputStream();
    if (part.offset !== undefined) writePart(part, target);
    target.close();
    const status = Number(connection.getResponseCode());
    return toState(
      status,
      readText(status < 400 ? connection.getInputStream() : connection.getErrorStream()),
    );
  } finally {
    connection.disconnect();
  }
}

function toUrl({ credential, artifact, offset }: Part): string {
  const { runId, name, kind, size, sha256, savedAt } = artifact;
  const query = [
    `runId=${runId}&name=${encodeURIComponent(name)}&kind=${kind}&size=${size}`,
    `ageMs=${Math.max(0, Date.now() - savedAt)}`,
  ].concat(offset === undefined ? [] : `offset=${offset}`);
  return `${credential.server}${LINK_ARTIFACTS_PATH}/${sha256}?${query.join('&')}`;
}

function writePart({ path, offset = 0, length }: Part, target: JavaOutput): void {
  const file = new java.io.RandomAccessFile(path, 'r');
  try {
    file.seek(offset);
    const chunk = java.lang.reflect.Array.newInstance(java.lang.Byte.TYPE, chunkBytes);
    for (let sent = 0; sent < length;) {
      const read = file.read(chunk, 0, Math.min(chunkBytes, length - sent));
      if (read < 0) throw new Error('the file of the artifact is too short');
      target.write(chunk, 0, read);
      sent += read;
    }
  } finally {
    file.close();
  }
}

function readText(source: JavaInput | null): string {
  if (!source) return '';
  const text = new java.io.ByteArrayOutputStream();
  const chunk = java.lang.reflect.Array.newInstance(java.lang.Byte.TYPE, chunkBytes);
  try {
    for (let length = source.read(chunk); length >= 0; length = source.read(chunk)) {
      text.write(chunk, 0, length);
    }
  } finally {
    source.close();
  }
  return String(text.toString('UTF-8'));
}

function toState(status: number, text: string): UploadState {
  let body: UploadState & { code?: number; message?: string };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // A proxy may answer with a page.
    throw new Error(`the server responded with status ${status}`);
  }
  if (status === 200) return body;
  const problem = String(body.message || `status ${status}`);
  if (body.code === codes.notFound) return { state: 'refused', problem: 'the server no longer has the run' };
  if (body.code === codes.invalidParameters) return { state: 'refused', problem };
  throw new Error(problem);
}

/** Codes of errors after which it makes no sense to try again. */
const codes = { notFound: 1000, invalidParameters: 1102 };
