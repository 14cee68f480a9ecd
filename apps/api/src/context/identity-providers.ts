import { Id, LIMITS, Role } from '@drover/contract';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Most identity providers of an installation. */
const maxProviders = 20;

/** The least that OpenID Connect needs, and what accounts are created with. */
const defaultScopes = 'openid email profile';

const Provider = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -'),
    name: z.string().min(1).max(LIMITS.accountNameChars),
    issuer: z.url({ protocol: /^https?$/ }).refine(isSafe, 'must use https, except on this machine'),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1).optional(),
    clientSecretFile: z.string().min(1).optional(),
    scopes: z
      .string()
      .refine((scopes) => scopes.split(' ').includes('openid'), 'must contain openid')
      .default(defaultScopes),
    /** The workspace that new people join. By default the first one of the installation. */
    workspace: Id.optional(),
    /** The role of people without a role by claim. Null refuses them. */
    defaultRole: Role.nullable().default('viewer'),
    /** Path of the claim with the names of groups or roles: `groups`, `realm_access.roles`. */
    roleClaim: z.string().min(1).optional(),
    roles: z.record(z.string(), Role).default({}),
    /** Domains of the email addresses of people who may sign in. */
    emailDomains: z.array(z.string().min(1).toLowerCase()).optional(),
    /** Whether the provider asks everybody for a second factor. */
    isSecondFactor: z.boolean().default(false),
  })
  .refine(({ clientSecret, clientSecretFile }) => !clientSecret || !clientSecretFile, {
    message: 'has clientSecret and clientSecretFile. Set one of them',
  });

const Providers = z
  .array(Provider)
  .max(maxProviders)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have different ids');

/** An identity provider with which people sign in, as its settings describe it. */
export type IdentityProvider = Omit<z.output<typeof Provider>, 'clientSecretFile'>;

/** Reads the providers from JSON. The error names the invalid field, without its value. */
export function readIdentityProviders(json: string, { addIssue }: z.RefinementCtx): IdentityProvider[] {
  const fail = (message: string) => {
    addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return fail('must be a JSON list of providers');
  }
  const result = Providers.safeParse(value);
  if (!result.success) {
    return fail(result.error.issues.map(({ path, message }) => `[${path.join('.')}] ${message}`).join(', '));
  }
  try {
    return result.data.map(({ clientSecretFile, ...provider }) => ({
      ...provider,
      clientSecret: clientSecretFile ? readFileSync(clientSecretFile, 'utf8').trim() : provider.clientSecret,
    }));
  } catch (error) {
    return fail(`cannot read a clientSecretFile (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Tokens and secrets travel in plain text only on this machine. */
function isSafe(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
