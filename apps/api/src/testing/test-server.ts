import { Scope } from '@drover/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import supertest from 'supertest';
import { hashSecret, newSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { startServer } from '../server';
import type { AppContext } from '../context/app-context';
import { readSettings } from '../context/settings';
import { workerDatabaseUrl } from './database';

/** A complete server on the worker's database and a free port. */
export interface TestServer {
  url: string;
  context: AppContext;
  /** Creates an account with a token. Specs share a database, but not accounts. */
  createAccount: (roles?: Partial<Roles>) => Promise<TestAccount>;
  /** A request without credential. */
  request: () => supertest.Agent;
  close: () => Promise<void>;
}

interface Roles {
  isAdministrator: boolean;
  isReviewer: boolean;
}

/** A caller. */
export interface TestAccount {
  accountId: string;
  email: string;
  token: string;
  /** Requests with the account's token. */
  as: supertest.Agent;
  /** Creates a token with other scopes or another expiry. */
  createToken: (changes: { scopes?: Scope[]; expiresAt?: Date }) => Promise<string>;
}

/** Starts a server. `environment` overrides settings. */
export async function startTestServer(environment: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drover-test-'));
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: workerDatabaseUrl(),
    PORT: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    AGENT_FILES: join(__dirname, 'agent-files'),
    TZ: 'UTC',
    DROVER_SECRET_KEY: '5e'.repeat(32),
    DROVER_WEBHOOK_PRIVATE: 'allow',
    NATS_SUBJECT_PREFIX: 'drover-test',
    ...environment,
  });
  const { url, context, close } = await startServer(settings, pino({ level: settings.LOG_LEVEL }));
  return {
    url,
    context,
    async close() {
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
    request: () => supertest.agent(url),
    createAccount: (roles) => createTestAccount(context, url, roles),
  };
}

async function createTestAccount(
  context: AppContext,
  url: string,
  roles?: Partial<Roles>,
): Promise<TestAccount> {
  const accountId = newId();
  const email = `${accountId}@example.org`;
  await context.prisma.account.create({ data: { id: accountId, email, name: 'Test', ...roles } });
  const createToken: TestAccount['createToken'] = async ({ scopes = [...Scope.options], expiresAt }) => {
    const token = newSecret('hmp');
    const data = { id: newId(), accountId, kind: 'personal' as const, name: 'test', scopes, expiresAt };
    await context.prisma.accessToken.create({ data: { ...data, hash: hashSecret(token) } });
    return token;
  };
  const token = await createToken({});
  return { accountId, email, token, createToken, as: callAs(url, token) };
}

/** Requests with a token. */
export function callAs(url: string, token: string): supertest.Agent {
  return supertest.agent(url).set('Authorization', `token ${token}`);
}
