import type { SignedOut } from '@drover/contract';
import * as oidc from 'openid-client';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { removeSession } from '../accounts/sessions';
import { createClient } from './provider-clients';

/** Longer ID tokens are not kept, because servers limit the length of addresses. */
const maxIdTokenChars = 6000;

/** An ID token is bound to the account at the provider. */
const aboutIdToken = (issuer: string, subject: string) => ['id-token', issuer, subject];

/** Encrypts the ID token of a sign-in, in Base64. Undefined if it is too long, or the server has no key. */
export async function sealIdToken(
  { vault }: Pick<AppContext, 'vault'>,
  { token, issuer, subject }: { token: string | undefined; issuer: string; subject: string },
): Promise<string | undefined> {
  if (token === undefined || token.length > maxIdTokenChars) return undefined;
  const sealed = await vault.seal(token, aboutIdToken(issuer, subject)).catch(() => undefined);
  return sealed?.toString('base64');
}

/** Ends the session of the caller, and returns where the browser ends the one at the provider. */
export async function signOut(context: AppContext, caller: Caller): Promise<SignedOut> {
  const session = await context.prisma.providerSession.findUnique({ where: { tokenId: caller.tokenId } });
  await removeSession(context, caller);
  const providers = context.settings.DROVER_IDENTITY_PROVIDERS ?? [];
  const provider = providers.find(({ id }) => id === session?.providerId);
  if (!provider || !session) return { url: null };
  const client = await createClient(context, provider).catch(() => undefined);
  if (!client?.serverMetadata().end_session_endpoint) return { url: null };
  const { idToken, issuer, subject } = session;
  // Without the key that it was encrypted with, the provider asks whose session it is.
  const hint =
    idToken && (await context.vault.open(idToken, aboutIdToken(issuer, subject)).catch(() => null));
  const url = oidc.buildEndSessionUrl(client, {
    post_logout_redirect_uri: `${context.publicUrl}/`,
    ...(hint && { id_token_hint: hint }),
  });
  return { url: url.href };
}
