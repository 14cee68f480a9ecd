import * as oidc from 'openid-client';
import type { AppContext } from '../../context/app-context';
import type { IdentityProvider } from '../../context/identity-providers';
import { ApiError } from '../../errors/api-error';
import { boundedFetch } from './bounded-fetch';

/** How long a provider may take to respond to a request. */
const timeoutSeconds = 5;

/** How long the description of a provider is used before it is read again. */
const metadataMs = 600_000;

/** How much the clocks of a provider and of this server may differ. */
const clockToleranceSeconds = 60;

type Metadata = ReturnType<oidc.Configuration['serverMetadata']>;

/** Descriptions of providers that were read, by issuer. */
const described = new Map<string, { metadata: Promise<Metadata>; until: number }>();

/** Returns a provider of the settings. */
export function findProvider({ settings }: AppContext, providerId: string): IdentityProvider {
  const provider = settings.DROVER_IDENTITY_PROVIDERS?.find(({ id }) => id === providerId);
  if (provider) return provider;
  throw new ApiError('conflict', { message: 'This server has no identity provider with this ID.' });
}

/** Returns the page of the console to which a provider sends the browser back. */
export function callbackUrl({ publicUrl }: Pick<AppContext, 'publicUrl'>, { id }: IdentityProvider): string {
  return `${publicUrl}/sign-in/${id}`;
}

/**
 * Creates a client of a provider. Each reads the keys of the provider anew when it needs them, so that replaced keys are
 * known at once.
 */
export async function createClient(
  context: AppContext,
  provider: IdentityProvider,
): Promise<oidc.Configuration> {
  const metadata = await describeProvider(provider).catch((error: unknown) => {
    throw providerError(context, provider, error);
  });
  const configuration = new oidc.Configuration(
    metadata,
    provider.clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    authenticationOf(provider, metadata),
  );
  configuration.timeout = timeoutSeconds;
  configuration[oidc.customFetch] = boundedFetch;
  if (isPlain(provider)) oidc.allowInsecureRequests(configuration);
  // Verifies signatures of ID tokens too, not only the connection that they came by.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

async function describeProvider(provider: IdentityProvider): Promise<Metadata> {
  const key = `${provider.issuer} ${provider.clientId}`;
  const known = described.get(key);
  if (known && known.until > Date.now()) return known.metadata;
  const metadata = oidc
    .discovery(new URL(provider.issuer), provider.clientId, undefined, undefined, {
      timeout: timeoutSeconds,
      [oidc.customFetch]: boundedFetch,
      execute: isPlain(provider) ? [oidc.allowInsecureRequests] : [],
    })
    .then((configuration) => configuration.serverMetadata());
  described.set(key, { metadata, until: Date.now() + metadataMs });
  try {
    return await metadata;
  } catch (error) {
    described.delete(key);
    throw error;
  }
}

const isPlain = ({ issuer }: IdentityProvider) => issuer.startsWith('http:');

/** Returns how this client authenticates at the token endpoint. Without a client secret, only PKCE protects the code. */
function authenticationOf({ clientSecret }: IdentityProvider, metadata: Metadata): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_post')
    ? oidc.ClientSecretPost(clientSecret)
    : oidc.ClientSecretBasic(clientSecret);
}

/** Codes of errors that mean that a sign-in is invalid, and not that the provider is broken. */
const invalidCodes = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
];

/** Returns the error that people see, and writes the reason to the log for the operator. */
export function providerError({ log }: AppContext, { id }: IdentityProvider, error: unknown): ApiError {
  log.warn({ err: error, provider: id }, 'could not sign somebody in at an identity provider');
  if (error instanceof oidc.AuthorizationResponseError) return new ApiError('providerRefused');
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') {
    return new ApiError('invalidSignIn');
  }
  const { code } = error as { code?: string };
  return new ApiError(invalidCodes.includes(code ?? '') ? 'invalidSignIn' : 'providerUnavailable');
}
