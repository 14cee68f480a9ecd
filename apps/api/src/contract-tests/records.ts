import { Id } from '@drover/contract';
import { newId } from '../database/ids';
import { createMember } from '../testing/test-members';
import { createDevice } from '../testing/test-device';
import type { TestAccount, TestServer } from '../testing/test-server';
import {
  createApproval,
  createInbox,
  createJobs,
  createNamed,
  createStore,
  createWebhook,
} from './record-rows';
import { createDevscript, createPublished } from './record-scripts';

/** One record of each type that an account can own, by the name of its parameter in paths and queries. */
export interface Records {
  deviceId: string;
  groupId: string;
  devscriptId: string;
  revisionId: string;
  /** Devscripts that are in review, and that are approved but not published. */
  submittedId: string;
  unpublishedId: string;
  scriptId: string;
  slug: string;
  repositoryId: string;
  presetId: string;
  promotionCodeId: string;
  jobId: string;
  runId: string;
  artifactId: string;
  failureId: string;
  scheduleId: string;
  keyId: string;
  tokenId: string;
  memberId: string;
  invitationId: string;
  directoryUserId: string;
  approvalId: string;
  sessionId: string;
  passkeyId: string;
  identityId: string;
  /** The personal access token of the person whose session it is. */
  personToken: string;
  /** The account itself. */
  workspaceId: string;
  /** What started the job, and what the audit entry is about. */
  triggerId: string;
  targetId: string;
  /** The person who made the change of the audit entry. */
  personId: string;
  messageId: string;
  secretId: string;
  secretName: string;
  fileId: string;
  storeId: string;
  entryKey: string;
  webhookId: string;
  deliveryId: string;
  /** Texts for request bodies. */
  webhookUrl: string;
  promotionCode: string;
  enrolmentKey: string;
}

/** Path parameters that are not secret: each account can have a secret with this name, and an entry with this key. */
export const publicParameters = ['slug', 'secretName', 'entryKey'];

/** Returns the record for a path or query parameter. Add one for a new parameter. */
export function recordFor(records: Records, parameter: string): string {
  const record = (records as unknown as Record<string, string | undefined>)[parameter];
  if (record === undefined) {
    throw new Error(
      `No record is made for the parameter "${parameter}": add one to contract-tests/records.ts, ` +
        'so that it is held against another account.',
    );
  }
  return record;
}

/** The IDs of the records, which another account must never read. */
export function idsOf(records: Records): string[] {
  return Object.values(records as unknown as Record<string, string>).filter(
    (value) => Id.safeParse(value).success,
  );
}

export async function createRecords(server: TestServer, account: TestAccount): Promise<Records> {
  const { accountId } = account;
  const { prisma } = server.context;
  const { _id: deviceId, name: deviceName } = await createDevice(server, account);
  await prisma.deviceConnection.create({ data: { id: newId(), deviceId } });
  const { sha256: codeSha256, schemaSha256, ...published } = await createPublished(server, account);
  await prisma.account.update({ where: { id: accountId }, data: { notifyDeviceIds: [deviceId] } });
  const viewer = await createViewer(server, account);
  const owner = { accountId, deviceId, deviceName, scriptId: published.scriptId, codeSha256, schemaSha256 };
  return {
    deviceId,
    workspaceId: accountId,
    ...viewer,
    ...published,
    submittedId: await createDevscript(server, { accountId, reviewState: 'in_review' }),
    unpublishedId: await createDevscript(server, { accountId, reviewState: 'approved' }),
    ...(await createInbox(server, owner)),
    ...(await createWebhook(server, owner)),
    ...(await createNamed(server, owner)),
    ...(await createJobs(server, owner)),
    ...(await createStore(server, owner)),
    ...(await createApproval(server, owner)),
  };
}

/** A member with a session, a passkey and an identity. */
async function createViewer(server: TestServer, account: TestAccount) {
  const { memberId, personId, token: personToken } = await createMember(server, account, 'viewer');
  const { id: sessionId } = await server.context.prisma.accessToken.findFirstOrThrow({
    where: { personId, kind: 'session' },
  });
  const passkeyId = newId();
  await server.context.prisma.passkey.create({
    data: {
      ...{ id: passkeyId, personId, name: 'passkey', credentialId: passkeyId, publicKey: Buffer.from('key') },
      ...{ counter: 0n, transports: [] },
    },
  });
  const identityId = newId();
  const identity = { personId, providerId: 'sso', issuer: 'https://sso.example.org', subject: identityId };
  await server.context.prisma.identity.create({ data: { id: identityId, ...identity } });
  return { memberId, sessionId, passkeyId, identityId, personToken };
}
