import { createHash, createHmac, timingSafeEqual, type Hmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AppContext } from '../../context/app-context';
import { ApiError } from '../../errors/api-error';
import { requestSync } from './queue';

/** Returns the additional data that binds a secret to its repository. */
export const aboutHookSecret = (repositoryId: string) => ['repository', repositoryId];

const refused = () =>
  new ApiError('invalidToken', {
    message: 'The signature or the token of the webhook is missing or wrong. Check its secret.',
  });

interface Hook {
  headers: IncomingHttpHeaders;
  /** The body, which is not stored. */
  body: AsyncIterable<Buffer>;
}

/**
 * Requests a sync for a webhook of GitHub, GitLab or Gitea. An unknown repository is refused like a wrong signature, so
 * nobody learns which ones exist.
 */
export async function receiveHook(
  context: AppContext,
  repositoryId: string,
  { headers, body }: Hook,
): Promise<void> {
  const secret = await findSecret(context, repositoryId);
  const hmac = createHmac('sha256', secret ?? '');
  for await (const chunk of body) hmac.update(chunk);
  if (!isAuthentic(headers, hmac, secret ?? '') || secret === undefined) throw refused();
  if (headers['x-github-event'] === 'ping') return;
  await requestSync(context.pool, repositoryId, 'webhook');
}

async function findSecret({ prisma, vault }: AppContext, id: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{24}$/.test(id)) return undefined;
  const row = await prisma.repository.findUnique({ where: { id }, select: { hookSecret: true } });
  return row ? vault.open(row.hookSecret, aboutHookSecret(id)) : undefined;
}

/** Checks what the Git server sends: a signature of the body, or the secret itself. */
function isAuthentic(headers: IncomingHttpHeaders, hmac: Hmac, secret: string): boolean {
  const signature = hmac.digest('hex');
  const expected = {
    'x-hub-signature-256': `sha256=${signature}`,
    'x-gitea-signature': signature,
    'x-gitlab-token': secret,
  };
  const sent = Object.entries(expected).filter(([name]) => headers[name] !== undefined);
  return sent.length > 0 && sent.every(([name, value]) => isEqual(String(headers[name]), value));
}

/** Compares in constant time, whatever the lengths. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
