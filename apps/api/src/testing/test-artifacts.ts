import {
  ARTIFACT_PART_BYTES,
  ArtifactUploadState,
  LINK_ARTIFACTS_PATH,
  type ArtifactKind,
} from '@drover/contract';
import { createHash } from 'node:crypto';
import type { Answer } from './errors';
import type { TestDevice } from './test-device';
import type { TestServer } from './test-server';

/** An artifact that a test uploads. */
export interface TestArtifact {
  runId: string;
  name: string;
  content: Buffer;
  kind?: ArtifactKind;
  sha256?: string;
  size?: number;
  ageMs?: number;
  /** Where the part begins. Without it, the device only asks how much the server has. */
  offset?: number;
  /** Bytes that are sent. The default is one part. */
  bytes?: number;
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

export function uploadQuery({ runId, name, content, ...about }: TestArtifact): string {
  const { kind = 'file', size = content.length, ageMs = 0, offset } = about;
  const query = new URLSearchParams({ runId, name, kind, size: String(size), ageMs: String(ageMs) });
  if (offset !== undefined) query.set('offset', String(offset));
  return query.toString();
}

/** Sends one request of an upload. */
export async function sendPart(
  { url }: Pick<TestServer, 'url'>,
  { token }: Pick<TestDevice, 'token'>,
  artifact: TestArtifact,
): Promise<Answer> {
  const { content, sha256 = sha256Of(content), offset, bytes = ARTIFACT_PART_BYTES } = artifact;
  const body = offset === undefined ? undefined : content.subarray(offset, offset + bytes);
  const response = await fetch(`${url}${LINK_ARTIFACTS_PATH}/${sha256}?${uploadQuery(artifact)}`, {
    method: 'PUT',
    headers: { authorization: `token ${token}` },
    body: body && new Uint8Array(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Uploads an artifact as an agent does, and returns the last state. */
export async function uploadArtifact(
  server: Pick<TestServer, 'url'>,
  device: Pick<TestDevice, 'token'>,
  artifact: TestArtifact,
): Promise<ArtifactUploadState> {
  for (let offset = 0; ;) {
    const { status, body } = await sendPart(server, device, { ...artifact, offset });
    if (status !== 200) throw new Error(`The upload was answered with ${status}: ${JSON.stringify(body)}`);
    const state = ArtifactUploadState.parse(body);
    if (state.state !== 'incomplete') return state;
    offset = state.offset;
  }
}
