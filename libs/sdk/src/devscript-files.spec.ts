import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isApiError, type UploadFiles } from './index';
import { noContent, TestServer } from './testing/test-server';

describe('PUT /v1/devscripts/:devscriptId/files', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  /** The received parts: name, file name, content type, content. */
  async function upload(files: UploadFiles): Promise<unknown[]> {
    server.script(noContent());
    await server.client().devscripts.uploadFiles('d', files);
    const [{ headers, body }] = server.received as [(typeof server.received)[number]];
    const form = await new Response(Buffer.from(body, 'latin1'), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const parts = [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, value }
        : { name, file: value.name, type: value.type, text: await value.text() },
    );
    return Promise.all(parts);
  }

  const code = { name: 'data', file: 'code.js', type: 'application/javascript' };
  const config = { name: 'data', file: 'config.json', type: 'application/json' };

  it('sends code and configuration as two parts with different content types', async () => {
    const parts = await upload({
      code: 'log("演示")',
      config: [{ name: 'rounds', type: 'number', value: 3 }],
    });
    expect(parts).toEqual([
      { ...code, text: 'log("演示")' },
      { ...config, text: '[{"name":"rounds","type":"number","value":3}]' },
    ]);
  });

  it('sends only the configuration', async () => {
    await expect(upload({ code: '1' })).resolves.toEqual([{ ...code, text: '1' }]);
    await expect(upload({ config: '[]' })).resolves.toEqual([{ ...config, text: '[]' }]);
  });

  it('accepts bytes and files, and sends the names of files', async () => {
    const parts = await upload({
      code: new TextEncoder().encode('log(1)'),
      config: new File(['[]'], 'settings.json', { type: 'text/plain' }),
    });
    expect(parts).toEqual([
      { ...code, text: 'log(1)' },
      { ...config, file: 'settings.json', text: '[]' },
    ]);
  });

  it('accepts paths of local files and sends their names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'drover-sdk-'));
    try {
      await writeFile(join(folder, 'tidy up.js'), 'log("演示")');
      await writeFile(join(folder, 'form.json'), '[]');
      const parts = await upload({
        code: { path: join(folder, 'tidy up.js') },
        config: { path: join(folder, 'form.json') },
      });
      expect(parts).toEqual([
        { ...code, file: 'tidy up.js', text: 'log("演示")' },
        { ...config, file: 'form.json', text: '[]' },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('sends nothing if a path cannot be read', async () => {
    await expect(upload({ code: { path: '/nowhere/script.js' } })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(server.received).toHaveLength(0);
  });

  it('throws in environments without a file system', async () => {
    const getBuiltinModule = jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    await expect(upload({ code: { path: 'script.js' } })).rejects.toThrow('Cannot read "script.js"');
    getBuiltinModule.mockRestore();
  });

  it('is never retried', async () => {
    server.script((response) => response.destroy());
    const error: unknown = await server
      .client()
      .devscripts.uploadFiles('d', { code: '1' })
      .catch((e: unknown) => e);
    expect(isApiError(error)).toBe(false);
    expect(server.received).toHaveLength(1);
  });
});

describe('GET /v1/devscripts/:devscriptId/files/config', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  it('returns the items, or the uploaded text', async () => {
    const text = '[\n    { "name": "rounds" }\n]\n';
    server.script((response) => response.writeHead(200).end(text));
    const { devscripts, reviews } = server.client();
    await expect(devscripts.getConfig('d')).resolves.toEqual([{ name: 'rounds' }]);
    await expect(devscripts.getConfigText('d')).resolves.toBe(text);
    await expect(reviews.getConfigText('d', { sha256: 'ab' })).resolves.toBe(text);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/v1/devscripts/d/files/config',
      '/v1/devscripts/d/files/config',
      '/v1/reviews/d/files/config?sha256=ab',
    ]);
  });
});
