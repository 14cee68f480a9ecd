import { LIMITS } from '@drover/contract';
import { publishScript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

const pricing = { plan: 'monthly', price: 1250, currency: 'EUR' } as const;

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
afterAll(() => server.close());

async function createCode(devscriptId: string, percentOff: number): Promise<string> {
  const { body } = await owner.as
    .post(`/v1/devscripts/${devscriptId}/promocode`)
    .send({ percentOff })
    .expect(201);
  return body.code;
}

/** Reads the HTML of a page, with normal instead of non-breaking spaces. */
async function read(path: string, status = 200): Promise<string> {
  const { text, type } = await server.request().get(path).expect(status);
  expect(type).toBe('text/html');
  return text.replaceAll('\u00a0', ' ');
}

describe('GET /scripts/:slug', () => {
  it('shows name, version, description and price', async () => {
    const content = { name: '每日签到 😀', description: 'Signs in.\nEvery day.', pricing };
    const { script } = await publishScript(server, owner, content);
    const html = await read(`/scripts/${script.slug}`);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>每日签到 😀 1.0.0 · Drover</title>');
    expect(html).toContain('<meta name="description" content="Signs in.\nEvery day.">');
    expect(html).toMatch(/<h1[^>]*>每日签到 😀<\/h1>/);
    expect(html).toContain('Version 1.0.0');
    expect(html).toContain('€12.50 per month');
    expect(html).toContain(`href="/listings/${script.slug}"`);
  });

  it('has no form for a free script', async () => {
    const { script } = await publishScript(server, owner);
    const html = await read(`/scripts/${script.slug}?code=ANY`);
    expect(html).toContain('Free');
    expect(html).not.toContain('<form');
  });

  it.each([
    ['JPY', '¥1,250 per month'],
    ['KWD', 'KWD 1.250 per month'],
  ])('writes %s with its own minor units', async (currency, shown) => {
    const { script } = await publishScript(server, owner, { pricing: { ...pricing, currency } });
    expect(await read(`/scripts/${script.slug}`)).toContain(shown);
  });

  it('checks a code and shows the discounted price', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { pricing });
    const code = await createCode(devscriptId, 20);
    const html = await read(`/scripts/${script.slug}?code=${code.toLowerCase()}`);
    expect(html).toContain('<del>€12.50 per month</del>');
    expect(html).toMatch(/<ins>€10.00 per month<\/ins>\s+with this code \(20% off\)/);
  });

  it('passes a code of 100 % on to the console', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { pricing });
    const code = await createCode(devscriptId, 100);
    const html = await read(`/scripts/${script.slug}?code=${code}`);
    expect(html).toContain(`href="/listings/${script.slug}?code=${code}"`);
  });

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', '<html lang="zh-Hans">', '每月 €12.50'],
    ['de, en;q=0.5', '<html lang="en">', '€12.50 per month'],
    ['de', '<html lang="en">', '€12.50 per month'],
  ])('speaks the language of who reads %s', async (languages, ...words) => {
    const { script } = await publishScript(server, owner, { pricing });
    const answer = await server.request().get(`/scripts/${script.slug}`).set('Accept-Language', languages);
    expect(answer.headers.vary).toContain('Accept-Language');
    for (const word of words) expect(answer.text.replaceAll('\u00a0', ' ')).toContain(word);
  });

  it('shows that a code is invalid', async () => {
    const { script } = await publishScript(server, owner, { pricing });
    const html = await read(`/scripts/${script.slug}?code=NOSUCHCODE`, 422);
    expect(html).toContain('This code is invalid or has expired.');
    expect(html).toContain('value="NOSUCHCODE"');
  });

  it.each(['?code=', '?code=%20', '?code[]=a', '?code=%00', `?code=${'x'.repeat(LIMITS.filterChars + 1)}`])(
    'ignores %s',
    async (query) => {
      const { script } = await publishScript(server, owner, { pricing });
      expect(await read(`/scripts/${script.slug}${query}`)).not.toContain('role="status"');
    },
  );

  it('escapes text from users, including the code', async () => {
    const hostile = `"><script>alert('1')</script>&`;
    const { script } = await publishScript(server, owner, { name: hostile, description: hostile, pricing });
    const html = await read(`/scripts/${script.slug}?code=${encodeURIComponent(hostile)}`, 422);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('"">');
    expect(html.split('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;')).toHaveLength(6);
  });

  it('has no scripts and cannot be framed', async () => {
    const { script } = await publishScript(server, owner);
    const { headers } = await server.request().get(`/scripts/${script.slug}`);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('returns a page with status 404 for an unknown or unpublished script', async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await owner.as.delete(`/v1/devscripts/${devscriptId}/publish`).expect(204);
    for (const slug of [script.slug, 'nosuchslug', '%00', '%22%3E%3Cb%3E']) {
      expect(await read(`/scripts/${slug}`, 404)).toContain('Script not found');
    }
  });

  it('limits attempts with invalid codes, but not requests without a code', async () => {
    const limited = await startTestServer({ RATE_LIMIT: '6000' });
    try {
      const { script } = await publishScript(server, owner, { pricing });
      const get = (query: string) => limited.request().get(`/scripts/${script.slug}${query}`);
      for (let guess = 0; guess < LIMITS.credentialFailuresPerMinute; guess += 1) {
        await get(`?code=GUESS${guess}`).expect(422);
      }
      await get('?code=GUESS').expect(429);
      await get('').expect(200);
    } finally {
      await limited.close();
    }
  });
});
