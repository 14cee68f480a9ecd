import { hashSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { encodeBlock } from '../features/runs/log-blocks';
import { createHash } from 'node:crypto';
import { foldChanges } from '../features/counters/fold-changes';
import type { TestServer } from '../testing/test-server';

/** The account of the rows, and the records that they reference. */
export interface Owner {
  accountId: string;
  deviceId: string;
  deviceName: string;
  scriptId: string;
  codeSha256: string;
  schemaSha256: string;
}

/** A job, its run with a log line, a result and an artifact, its failure, and the schedule that started it. */
export async function createJobs({ context: { pool, prisma } }: TestServer, owner: Owner) {
  const { codeSha256, schemaSha256, ...run } = owner;
  const { accountId, deviceId, scriptId } = owner;
  const [jobId, runId, failureId, scheduleId] = [newId(), newId(), newId(), newId()];
  const trigger = { triggerKind: 'schedule', triggerId: scheduleId } as const;
  const code = { codeSha256, schemaSha256, vars: {}, env: {} };
  const job = { accountId, kind: 'script', scriptId, name: 'script', ...code } as const;
  await prisma.job.create({ data: { id: jobId, ...job, ...trigger } });
  const block = encodeBlock([{ seq: 1, at: new Date(), level: 'info', text: 'a line' }]);
  await prisma.failure.create({ data: { id: failureId, accountId, scriptId, state: 'failed' } });
  await prisma.run.create({
    data: { id: runId, jobId, failureId, ...run, deliverBy: inAnHour(), hasResult: true },
  });
  await prisma.runLog.create({ data: { runId, ...block } });
  const result = { accountId, jobId, deviceId, scriptId, value: '{"a":1}', bytes: 7 };
  await prisma.runResult.create({ data: { runId, ...result } });
  const artifactId = newId();
  const content = {
    accountId,
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    size: 0,
  };
  await prisma.artifactContent.deleteMany({ where: { accountId } });
  await prisma.artifactContent.create({ data: { ...content, key: newId(), parts: [] } });
  await prisma.artifact.create({
    data: {
      ...content,
      id: artifactId,
      runId,
      jobId,
      deviceId,
      name: 'a',
      kind: 'file',
      savedAt: new Date(),
    },
  });
  await foldChanges(pool);
  await prisma.schedule.create({
    data: {
      id: scheduleId,
      accountId,
      name: 'schedule',
      everyMinutes: 60,
      anchorAt: new Date(),
      nextAt: inAnHour(),
      job: { scriptId, devices: [{ _id: deviceId }] },
      scriptId,
      overlap: 'skip',
      missed: 'skip',
      occurrences: {
        create: { id: newId(), dueAt: new Date(), state: 'started', jobId, startedAt: new Date() },
      },
    },
  });
  return { jobId, runId, artifactId, failureId, scheduleId, triggerId: scheduleId };
}

/** Records whose name is unique in an account. */
export async function createNamed({ context: { prisma } }: TestServer, owner: Owner) {
  const { accountId, deviceId, scriptId } = owner;
  const ids = {
    groupId: newId(),
    repositoryId: newId(),
    presetId: newId(),
  };
  const named = (id: string) => ({ id, accountId, name: id });
  await prisma.deviceGroup.create({ data: { ...named(ids.groupId), members: { create: { deviceId } } } });
  await prisma.repository.create({
    data: {
      ...named(ids.repositoryId),
      url: 'https://git.example.org/x.git',
      hookSecret: Buffer.alloc(0),
      syncs: { create: { id: newId(), trigger: 'request', state: 'done' } },
    },
  });
  const request = { scriptId, devices: [{ _id: deviceId }] };
  await prisma.preset.create({ data: { ...named(ids.presetId), request } });
  return ids;
}

/** SHA-256 of the file that valid uploads contain. */
const partSha256 = createHash('sha256').update('console.log(2)').digest('hex');

/** A run that waits for approval. */
export async function createApproval({ context: { prisma } }: TestServer, owner: Owner) {
  const { accountId, deviceId, scriptId, codeSha256 } = owner;
  const approvalId = newId();
  await prisma.approval.create({
    data: {
      ...{ id: approvalId, accountId, kind: 'run', name: 'script', reasons: ['devices'], codeSha256 },
      ...{ deviceCount: 1, deviceIds: [deviceId], request: { kind: 'script', scriptId, vars: {} } },
      ...{ askedByName: 'Ada', askedByRole: 'operator', expiresAt: inAnHour() },
    },
  });
  return { approvalId };
}

/** Records that reference only the account. */
export async function createInbox({ context: { prisma } }: TestServer, { accountId }: Owner) {
  const [messageId, keyId, tokenId, invitationId] = [newId(), newId(), newId(), newId()];
  const personId = newId();
  await prisma.invitation.create({
    data: {
      ...{ id: invitationId, accountId, role: 'viewer', hash: invitationId, expiresAt: inAnHour() },
      email: 'invited@example.org',
    },
  });
  const directoryUserId = newId();
  await prisma.directoryUser.create({
    data: {
      ...{ id: directoryUserId, accountId, userName: directoryUserId, key: directoryUserId },
      address: 'provided@example.org',
    },
  });
  const enrolmentKey = `KEY${keyId.toUpperCase()}`;
  await prisma.message.create({ data: { id: messageId, accountId, text: 'a message' } });
  await prisma.enrolmentKey.create({
    data: { id: keyId, accountId, hash: hashSecret(enrolmentKey), maxUses: 100, expiresAt: inAnHour() },
  });
  // Expired keys are deleted only by requests of their own account.
  await prisma.enrolmentKey.create({
    data: { id: newId(), accountId, hash: newId(), maxUses: 1, expiresAt: new Date(0) },
  });
  await prisma.accessToken.create({
    data: { id: newId(), accountId, kind: 'session', name: '', hash: newId(), expiresAt: new Date(0) },
  });
  await prisma.auditEntry.create({
    data: {
      ...{ id: newId(), accountId, tokenId, personId, targetId: tokenId },
      ...{ action: 'token.create', address: '', requestId: '' },
    },
  });
  await prisma.accessToken.create({
    data: {
      id: tokenId,
      accountId,
      kind: 'personal',
      name: 'another',
      hash: hashSecret(tokenId),
      scopes: ['read'],
    },
  });
  const [secretId, secretName] = [newId(), 'A_SECRET'];
  const sealed = new Uint8Array(40);
  // Records of an account may be created repeatedly, and their names are unique.
  await prisma.secret.deleteMany({ where: { accountId } });
  await prisma.secret.create({ data: { id: secretId, accountId, name: secretName, sealed } });
  const fileId = newId();
  await prisma.inputFile.deleteMany({ where: { accountId } });
  await prisma.inputFile.create({
    data: { id: fileId, accountId, name: 'code.js', sha256: partSha256, size: 14, key: newId(), parts: [] },
  });
  return {
    ...{ messageId, keyId, tokenId, invitationId, targetId: tokenId, personId },
    ...{ directoryUserId, enrolmentKey, secretId, secretName, fileId },
  };
}

/** A webhook with a finished delivery. Neither is changed. */
export async function createWebhook({ context: { prisma } }: TestServer, { accountId }: Owner) {
  const [webhookId, deliveryId, webhookUrl] = [newId(), newId(), 'http://127.0.0.1:9/'];
  const secret = Buffer.from('secret');
  await prisma.webhook.create({
    data: {
      id: webhookId,
      accountId,
      url: webhookUrl,
      events: ['schedule.missed'],
      isEnabled: false,
      secret,
      deliveries: {
        create: {
          id: deliveryId,
          type: 'schedule.missed',
          body: '{}',
          state: 'delivered',
          nextAttemptAt: null,
        },
      },
    },
  });
  return { webhookId, deliveryId, webhookUrl };
}

/** An entry in the store of the device. */
export async function createStore({ context: { prisma } }: TestServer, { accountId, deviceId }: Owner) {
  const [storeId, entryKey] = [deviceId, 'an entry'];
  await prisma.store.create({
    data: {
      ...{ accountId, ownerId: storeId, deviceId, keys: 1, bytes: 9, lastVersion: 1n },
      entries: { create: { key: entryKey, value: '1', bytes: 9, version: 1n } },
    },
  });
  return { storeId, entryKey: encodeURIComponent(entryKey) };
}

/** A deadline in the future. */
export function inAnHour(): Date {
  return new Date(Date.now() + 3_600_000);
}
