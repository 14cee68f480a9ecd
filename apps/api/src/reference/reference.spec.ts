import { ERRORS, LIMITS, Scope } from '@drover/contract';
import { routes } from '@drover/contract/routes';
import { startTestServer, type TestServer } from '../testing/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('GET /openapi.json', () => {
  it('describes every route, with the URL of this server', async () => {
    const { body } = await server.request().get('/openapi.json').expect(200);
    expect(body.servers).toEqual([{ url: server.url }]);
    const described = Object.entries(
      body.paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    );
    const declared = routes.map(
      ({ name, route }) => `${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}')} ${name}`,
    );
    expect(described.sort()).toEqual(declared.sort());
  });

  it('describes the policy of each route', async () => {
    const { body } = await server.request().get('/openapi.json').expect(200);
    for (const { route, policy } of routes) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      const operation = body.paths[path][route.method.toLowerCase()];
      expect(operation).toMatchObject({ 'x-scope': policy.scope, summary: route.summary });
      expect(operation['x-audit']).toBe(policy.audit?.action);
      expect(operation.security.length === 0).toBe(policy.scope === 'public');
    }
  });

  it('documents Location and Idempotency-Key of run requests', async () => {
    const { body } = await server.request().get('/openapi.json').expect(200);
    const run = body.paths['/v1/scripts/{scriptId}/run'].post;
    expect(run.responses[204].headers.Location).toBeDefined();
    expect(run.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }));
    expect(body.paths['/v1/scripts/{scriptId}/run'].delete.responses[204].headers).toBeUndefined();
  });

  it('describes the parts of the upload', async () => {
    const { body } = await server.request().get('/openapi.json').expect(200);
    const { content } = body.paths['/v1/devscripts/{devscriptId}/files'].put.requestBody;
    expect(content['multipart/form-data']).toMatchObject({
      schema: { properties: { data: { maxItems: LIMITS.uploadFiles } } },
      encoding: {
        data: { contentType: 'application/javascript, application/json, application/schema+json' },
      },
    });
  });
});

describe('GET /docs', () => {
  const readPage = async () =>
    (await server.request().get('/docs').expect(200).expect('Content-Type', /html/)).text;

  it('has a row for every error, limit and scope', async () => {
    const anchors = Array.from((await readPage()).matchAll(/<tr id="([^"]+)"/g), ([, id]) => id);
    expect(anchors).toEqual([
      ...Object.values(ERRORS).map(({ code }) => `error-${code}`),
      ...Object.keys(LIMITS).map((name) => `limit-${name}`),
      ...Scope.options.map((scope) => `scope-${scope}`),
    ]);
  });

  it('is the target of documentation_url', async () => {
    const { body } = await server.request().get('/v1/devices').expect(401);
    expect(body.documentation_url).toBe(`${server.url}/docs#error-1040`);
  });

  it('shows every operation with examples for curl and the SDK', async () => {
    const operations = (await readPage()).split('<details class="entry operation" id="').slice(1);
    expect(operations.map((text) => text.slice(0, text.indexOf('"'))).sort()).toEqual(
      routes.map(({ name }) => name).sort(),
    );
    const incomplete = operations.filter(
      (text) => !text.includes(`curl `) || !text.includes('<figcaption>@drover/sdk</figcaption>'),
    );
    expect(incomplete.map((text) => text.slice(0, text.indexOf('"')))).toEqual([]);
  });

  it('links only to elements that exist, whose IDs are unique', async () => {
    const page = await readPage();
    const ids = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = Array.from(page.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('loads nothing from other origins and contains no inline script', async () => {
    const page = await readPage();
    const loaded = Array.from(
      page.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g),
      ([, url]) => String(url),
    );
    expect(loaded).toEqual(['/docs/style.css', '/docs/script.js']);
    for (const url of loaded) await server.request().get(url).expect(200);
    expect(page).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=|<img|<iframe| style=/);
  });
});
