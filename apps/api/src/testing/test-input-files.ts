import { ARTIFACT_PART_BYTES, type FileReference, type InputFile } from '@drover/contract';
import { answerOf, type Answer } from './errors';
import { sha256Of } from './test-artifacts';
import type { TestAccount } from './test-server';

/** Begins the upload of a content. */
export async function beginUpload(
  { as }: TestAccount,
  content: Buffer,
  name = 'list.csv',
): Promise<InputFile> {
  const file = { name, size: content.length, sha256: sha256Of(content) };
  return (await as.post('/v1/input-files').send(file).expect(201)).body as InputFile;
}

/** Sends one part of a file. */
export function sendPart(
  { as }: TestAccount,
  fileId: string,
  { offset = 0, bytes }: { offset?: number; bytes: Buffer },
): Promise<Answer> {
  const path = `/v1/input-files/${fileId}/content?offset=${offset}`;
  return answerOf(as.put(path).attach('data', bytes, 'part'));
}

/** Uploads an input file as the client does, and returns the value of a variable. */
export async function uploadInputFile(
  owner: TestAccount,
  content: Buffer,
  name = 'list.csv',
): Promise<FileReference> {
  let file = await beginUpload(owner, content, name);
  while (!file.isComplete) {
    const { _id, uploadedBytes: offset } = file;
    const bytes = content.subarray(offset, offset + ARTIFACT_PART_BYTES);
    const { status, body } = await sendPart(owner, _id, { offset, bytes });
    if (status !== 200) throw new Error(`The part was answered with ${status}: ${JSON.stringify(body)}`);
    file = body as InputFile;
  }
  return { $file: file.sha256, name };
}
