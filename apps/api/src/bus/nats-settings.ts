import { z } from 'zod';

/** The settings of NATS. */
export const natsSettings = {
  NATS_URL: z
    .string()
    .refine(areNatsUrls, 'must be a URL such as nats://127.0.0.1:4222, or several separated by commas')
    .optional(),
  NATS_SUBJECT_PREFIX: z
    .string()
    .regex(
      /^[\w-]{1,64}(\.[\w-]{1,64}){0,7}$/,
      'must be words separated by dots, such as drover or acme.drover',
    )
    .default('drover'),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  NATS_TOKEN: z.string().optional(),
  NATS_CREDS_FILE: z.string().optional(),
  NATS_NKEY_FILE: z.string().optional(),
  NATS_TLS_CA_FILE: z.string().optional(),
  NATS_TLS_CERT_FILE: z.string().optional(),
  NATS_TLS_KEY_FILE: z.string().optional(),
};

export type NatsSettings = z.infer<z.ZodObject<typeof natsSettings>>;

/** Finds settings that do not fit together. Returns the name of one and what is wrong with it. */
export function findNatsProblem(
  settings: NatsSettings,
): [name: keyof NatsSettings, problem: string] | undefined {
  const kinds = (['NATS_USER', 'NATS_TOKEN', 'NATS_CREDS_FILE', 'NATS_NKEY_FILE'] as const).filter(
    (name) => settings[name] !== undefined,
  );
  const isWithLogin = settings.NATS_URL?.includes('@') ?? false;
  if (kinds[1]) return [kinds[1], `must not be set together with ${kinds[0]}`];
  if (kinds[0] && isWithLogin) return [kinds[0], 'must not be set if NATS_URL contains a user or a token'];
  if ((settings.NATS_USER === undefined) !== (settings.NATS_PASSWORD === undefined)) {
    return ['NATS_PASSWORD', 'and NATS_USER must be set together'];
  }
  if ((settings.NATS_TLS_CERT_FILE === undefined) !== (settings.NATS_TLS_KEY_FILE === undefined)) {
    return ['NATS_TLS_KEY_FILE', 'and NATS_TLS_CERT_FILE must be set together'];
  }
  return undefined;
}

function areNatsUrls(list: string): boolean {
  return list
    .split(',')
    .every((url) => /^(nats|tls):\/\/[^/]+$/.test(url.trim()) && URL.canParse(url.trim()));
}
