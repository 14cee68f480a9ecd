import type { Policy } from '../policy';

/** How a caller says who it is. */
export const securitySchemes = {
  accessToken: {
    type: 'apiKey' as const,
    in: 'header' as const,
    name: 'Authorization',
    description: 'The header `Authorization: token hmp_…`, with an access token. The bare token is read too.',
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
    description: 'The session of the console. A change needs an `Origin` of this service as well.',
  },
  tokenParameter: {
    type: 'apiKey' as const,
    in: 'query' as const,
    name: 'token',
    description: 'The access token as the parameter `token`, of the query or the body.',
  },
};

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** The ways in which a route takes a credential; none for a public one. */
export function securityOf({ scope, isTokenParameter }: Policy): Requirement[] {
  if (scope === 'public') return [];
  const ways: Requirement[] = [{ accessToken: [] }, { bearer: [] }, { session: [] }];
  return isTokenParameter ? [{ tokenParameter: [] }, ...ways] : ways;
}

/** What holds for a route beyond its shapes, for readers. */
export function describePolicy({ scope, role, rateLimit, audit }: Policy): string {
  const lines = [
    scope === 'public' ? 'Needs no credential.' : `Needs the scope \`${scope}\`.`,
    role && `The account must be ${role === 'administrator' ? 'an' : 'a'} ${role}.`,
    rateLimit === 'credentials'
      ? 'Failed requests are limited per address.'
      : 'Requests are limited per token.',
    audit && `Written to the audit log as \`${audit}\`.`,
  ];
  return lines.filter(Boolean).join(' ');
}
