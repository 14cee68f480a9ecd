import { LINK_LIMITS } from '@drover/contract';
import express from 'express';
import { z } from 'zod';
import { readKeys } from '../encryption/keys';
import { readIdentityProviders } from './identity-providers';
import { findNatsProblem, natsSettings } from '../bus/nats-settings';
import { findS3Problem, s3Settings } from '../blobs/s3-settings';

const flag = (values: readonly [string, string]) => z.enum(values).default(values[0]);

/** Each setting with the rule of its value. */
const fields = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.drover'),
  AGENT_FILES: z.string().optional(),
  AGENT_EXECUTABLES: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  ...natsSettings,
  ...s3Settings,
  HEARTBEAT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(LINK_LIMITS.heartbeatMs / 1000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, message: 'must be a URL such as https://drover.example.org' })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      areAddresses,
      'must be addresses or networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    )
    .default('loopback'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: flag(['json', 'text']),
  RATE_LIMIT: z.coerce.number().int().min(0).default(6000),
  RETENTION_DAYS: z.coerce.number().int().min(0).max(36_500).default(90),
  DROVER_SECRET_KEY: z
    .string()
    .transform(readKeys)
    .refine(
      (keys) => keys.length > 0,
      'must be 32 bytes in hex or base64, followed by former keys separated by commas',
    )
    .optional(),
  DROVER_SIGN_UP: flag(['closed', 'open']),
  DROVER_IDENTITY_PROVIDERS: z.string().transform(readIdentityProviders).optional(),
  DROVER_PASSWORD_SIGN_IN: flag(['allow', 'owners']),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be a URL such as smtp://user:password@mail.example.org:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be like Drover <drover@example.org>',
    )
    .optional(),
  DROVER_REVIEW: flag(['manual', 'auto']),
  DROVER_WEBHOOK_PRIVATE: flag(['refuse', 'allow']),
  TZ: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  DROVER_SETUP_CODE: z.string().min(8, 'must have at least 8 characters').optional(),
  DROVER_ADMIN_EMAIL: z.email('must be an email address').optional(),
  DROVER_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  DROVER_ADMIN_TOKEN: z
    .string()
    .regex(/^hmp_[0-9a-f]{64}$/, 'must be hmp_ and 64 lower-case hex characters')
    .optional(),
};

/** Names of all settings. */
export const SETTING_NAMES = Object.keys(fields);

const Settings = z.object(fields).superRefine((settings, { addIssue }) => {
  for (const problem of [findNatsProblem(settings), findS3Problem(settings)]) {
    if (problem) addIssue({ code: 'custom', path: [problem[0]], message: problem[1] });
  }
  if ((settings.TLS_CERT_FILE === undefined) !== (settings.TLS_KEY_FILE === undefined)) {
    const message = 'and TLS_CERT_FILE must be set together';
    addIssue({ code: 'custom', path: ['TLS_KEY_FILE'], message });
  }
  if ((settings.SMTP_URL === undefined) !== (settings.MAIL_FROM === undefined)) {
    addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'and SMTP_URL must be set together' });
  }
  if (settings.DROVER_PASSWORD_SIGN_IN === 'owners' && !settings.DROVER_IDENTITY_PROVIDERS?.length) {
    const message = 'owners needs DROVER_IDENTITY_PROVIDERS';
    addIssue({ code: 'custom', path: ['DROVER_PASSWORD_SIGN_IN'], message });
  }
});

/** The settings from the environment, read once at startup. docs/settings.md lists them. */
export type Settings = z.infer<typeof Settings>;

/** Reads the settings. The error for invalid settings names the variables. An empty variable counts as absent. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const defined = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const settings = Settings.safeParse(defined);
  if (settings.success) return settings.data;
  const problems = settings.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`Invalid settings: ${problems.join('; ')}.`);
}

function areAddresses(list: string): boolean {
  try {
    express().set('trust proxy', list);
    return true;
  } catch {
    return false;
  }
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
