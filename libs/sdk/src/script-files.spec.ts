import { isApiError, type UploadFiles } from './index';
import { noContent, TestServer } from './testing/test-server';

describe('PUT /v1/devscripts/:devscriptId/files', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  /** The parts as they arrived: name, file name, content type, content. */
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

  it('sends code and configuration as two parts, told apart by their types', async () => {
    const parts = await upload({
      code: 'log("演示")',
      config: [{ name: 'rounds', type: 'number', value: 3 }],
    });
    expect(parts).toEqual([
      { ...code, text: 'log("演示")' },
      { ...config, text: '[{"name":"rounds","type":"number","value":3}]' },
    ]);
  });

  it('sends one alone', async () => {
    await expect(upload({ code: '1' })).resolves.toEqual([{ ...code, text: '1' }]);
    await expect(upload({ config: '[]' })).resolves.toEqual([{ ...config, text: '[]' }]);
  });

  it('takes bytes, and files, whose names it keeps', async () => {
    const parts = await upload({
      code: new TextEncoder().encode('log(1)'),
      config: new File(['[]'], 'settings.json', { type: 'text/plain' }),
    });
    expect(parts).toEqual([
      { ...code, text: 'log(1)' },
      { ...config, file: 'settings.json', text: '[]' },
    ]);
  });

  it('is not repeated', async () => {
    server.script((response) => response.destroy());
    const error: unknown = await server
      .client()
      .devscripts.uploadFiles('d', { code: '1' })
      .catch((e: unknown) => e);
    expect(isApiError(error)).toBe(false);
    expect(server.received).toHaveLength(1);
  });
});
