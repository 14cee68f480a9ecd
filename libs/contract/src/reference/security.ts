import type { Policy } from '../policy';

/** The ways to authenticate. */
export const securitySchemes = {
  accessToken: {
    type: 'apiKey' as const,
    in: 'header' as const,
    name: 'Authorization',
    description:
      'The header `Authorization: token hmp_…` with an access token. The token alone is accepted too.',
  },
  bearer: {
    type: 'http' as const,
    scheme: 'bearer',
    description: 'The same access token as `Authorization: Bearer hmp_…`.',
  },
  session: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: 'drover_session',
    description: 'The session cookie of the console. Changes also require an `Origin` of this service.',
  },
  tokenParameter: {
    type: 'apiKey' as const,
    in: 'query' as const,
    name: 'token',
    description: 'The access token as the parameter `token` in the query or the body.',
  },
};

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** Returns the ways to authenticate on a route. A public route has none. */
export function securityOf({ scope, isTokenParameter }: Policy): Requirement[] {
  if (scope === 'public') return [];
  const ways: Requirement[] = [{ accessToken: [] }, { bearer: [] }, { session: [] }];
  return isTokenParameter ? [{ tokenParameter: [] }, ...ways] : ways;
}

/** Describes the policy of a route. */
export function describePolicy({ scope, role, installationRole, rateLimit, audit }: Policy): string {
  const lines = [
    scope === 'public'
      ? 'Requires no credential.'
      : `Requires the scope \`${scope}\` and the role \`${role}\`.`,
    installationRole &&
      `The workspace must be ${installationRole === 'administrator' ? 'an' : 'a'} ${installationRole}.`,
    rateLimit === 'credentials'
      ? 'Failed requests are limited per IP address.'
      : 'Requests are limited per token.',
    audit && `Added to the audit log as \`${audit.action}\`.`,
  ];
  return lines.filter(Boolean).join(' ');
}
