import type { TestAccount } from './test-server';

type Caller = Pick<TestAccount, 'as'>;

/** Exports the workspace of a caller. */
export async function downloadArchive({ as }: Caller, query = ''): Promise<Buffer> {
  const answer = await as
    .get(`/v1/export${query}`)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    })
    .expect(200);
  return answer.body as Buffer;
}

/** Sends an archive to import. */
export function sendArchive({ as }: Caller, archive: Buffer, query = '') {
  return as.post(`/v1/import${query}`).attach('data', archive, 'archive.zip');
}
