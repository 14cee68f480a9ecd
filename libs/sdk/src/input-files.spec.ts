import { createHash, randomBytes } from 'node:crypto';
import { Drover } from './drover';
import type { InputFile } from './input-files';

const content = randomBytes(9 * 1024 * 1024);
const sha256 = createHash('sha256').update(content).digest('hex');

/** A server that has the first bytes of the content, and the parts that it received. */
function createServer(uploadedBytes: number) {
  const received: Buffer[] = [content.subarray(0, uploadedBytes)];
  const state = (): InputFile => {
    const bytes = Buffer.concat(received).length;
    return {
      ...{ _id: '65f1c0ffee65f1c0ffee65f1', name: 'a', size: content.length, sha256, uploadedBytes: bytes },
      ...{ isComplete: bytes === content.length, createdAt: '', usedAt: '' },
    };
  };
  const requests: string[] = [];
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0], init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    requests.push(`${init.method} ${url.replace('http://server', '')}`);
    if (init.body instanceof FormData) {
      received.push(Buffer.from(await (init.body.get('data') as Blob).arrayBuffer()));
    }
    return Response.json(state(), { status: init.method === 'POST' ? 201 : 200 });
  };
  return { drover: new Drover({ baseUrl: 'http://server', token: 'hmp_x', fetch }), received, requests };
}

describe('inputFiles.upload', () => {
  it('uploads the parts that are missing', async () => {
    const { drover, received, requests } = createServer(4 * 1024 * 1024);
    const progress: number[] = [];
    const file = new File([new Uint8Array(content)], 'list.bin');
    const reference = await drover.inputFiles.upload(file, { onProgress: (part) => progress.push(part) });
    expect(reference).toEqual({ $file: sha256, name: 'list.bin' });
    expect(Buffer.concat(received).equals(content)).toBe(true);
    const path = '/v1/input-files/65f1c0ffee65f1c0ffee65f1/content';
    expect(requests).toEqual([
      'POST /v1/input-files',
      `PUT ${path}?offset=4194304`,
      `PUT ${path}?offset=8388608`,
    ]);
    expect(progress.map((part) => Math.round(part * 9))).toEqual([4, 8, 9]);
  });

  it('sends nothing that the server has', async () => {
    const { drover, requests } = createServer(content.length);
    await drover.inputFiles.upload(new Blob([new Uint8Array(content)]), { name: 'a' });
    expect(requests).toEqual(['POST /v1/input-files']);
  });
});
