import { Scope, type Role } from '@drover/contract';
import type { Agent } from 'supertest';
import { hashSecret, newSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { callAs, type TestAccount, type TestServer } from './test-server';

/** A member of a test account. */
export interface TestMember {
  memberId: string;
  personId: string;
  email: string;
  /** A personal access token. */
  token: string;
  /** The Cookie header of a session. */
  cookie: string;
  /** Requests with the personal access token. */
  as: Agent;
}

/** Adds a new person to an account, bound to device groups if they are given. The person has no password. */
export async function createMember(
  { context: { prisma }, url }: TestServer,
  { accountId, groupIds = [] }: Pick<TestAccount, 'accountId'> & { groupIds?: string[] },
  role: Role,
): Promise<TestMember> {
  const [personId, memberId] = [newId(), newId()];
  const email = `${personId}@example.org`;
  await prisma.person.create({ data: { id: personId, email, name: `A ${role}` } });
  await prisma.member.create({ data: { id: memberId, accountId, personId, role, groupIds } });
  const createToken = async (kind: 'personal' | 'session') => {
    const token = newSecret(kind === 'session' ? 'hms' : 'hmp');
    const data = { id: newId(), accountId, personId, kind, name: 'test', scopes: Scope.options };
    await prisma.accessToken.create({ data: { ...data, hash: hashSecret(token) } });
    return token;
  };
  const token = await createToken('personal');
  const cookie = `drover_session=${await createToken('session')}`;
  return { memberId, personId, email, token, cookie, as: callAs(url, token) };
}
