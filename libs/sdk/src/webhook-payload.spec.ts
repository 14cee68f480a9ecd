import { createHmac } from 'node:crypto';
import { Drover, WebhookVerificationError } from './index';

const secret = `whsec_${Buffer.from('a key of 24 random bytes').toString('base64')}`;
const body = JSON.stringify({
  type: 'run.finished',
  timestamp: '2026-01-31T08:30:00.000Z',
  data: { _id: 'r', state: 'failed', reason: '失败' },
});
const { webhooks } = new Drover({ baseUrl: 'http://127.0.0.1:9' });

/** Signs as Standard Webhooks specifies. */
function sign(key: string, { id = 'd1', seconds = Math.floor(Date.now() / 1000), text = body } = {}) {
  const bytes = Buffer.from(key.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', bytes).update(`${id}.${seconds}.${text}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}

describe('webhooks.verify', () => {
  it('returns the payload, whose data has the type of its event', async () => {
    const event = await webhooks.verify(body, sign(secret), secret);
    if (event.type !== 'run.finished') throw new Error('another type');
    expect(event.data.state).toBe('failed');
    expect(event).toEqual(JSON.parse(body));
  });

  it('accepts bytes and Headers', async () => {
    const event = await webhooks.verify(Buffer.from(body), new Headers(sign(secret)), secret);
    expect(event.type).toBe('run.finished');
  });

  it('accepts one of several signatures, as after a rotation', async () => {
    const other = sign('whsec_b3RoZXI=');
    const headers = sign(secret);
    const both = `v1a,x ${other['webhook-signature']} ${headers['webhook-signature']}`;
    await expect(
      webhooks.verify(body, { ...headers, 'webhook-signature': both }, secret),
    ).resolves.toBeDefined();
  });

  it.each([
    ['a changed body', body.replace('failed', 'succeeded'), sign(secret)],
    ['the signature of another secret', body, sign('whsec_b3RoZXI=')],
    ['another ID', body, { ...sign(secret), 'webhook-id': 'd2' }],
    ['an old timestamp', body, sign(secret, { seconds: Math.floor(Date.now() / 1000) - 3600 })],
    ['a timestamp that is not a number', body, { ...sign(secret), 'webhook-timestamp': 'soon' }],
    ['no signature', body, { 'webhook-id': 'd1', 'webhook-timestamp': '1' }],
    ['a signature that is not base64', body, { ...sign(secret), 'webhook-signature': 'v1,*' }],
  ])('rejects %s', async (_what, text, headers) => {
    await expect(webhooks.verify(text, headers, secret)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  it('explains what a secret looks like', async () => {
    await expect(webhooks.verify(body, sign(secret), '*')).rejects.toThrow('whsec_');
  });
});
