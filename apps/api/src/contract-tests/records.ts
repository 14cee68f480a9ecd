import { Id } from '@drover/contract';
import { createHash } from 'node:crypto';
import { hashSecret } from '../accounts/credentials';
import { newId } from '../database/ids';
import { findFreeSlug } from '../devscripts/slugs';
import { keepContent } from '../devscripts/files';
import { createDevice } from '../testing/test-device';
import type { TestAccount, TestServer } from '../testing/test-server';

/** One record of everything that an account can own, by the names under which paths and queries ask for it. */
export interface Records {
  deviceId: string;
  groupId: string;
  devscriptId: string;
  /** Devscripts that wait for review, and that passed it and were not published. */
  submittedId: string;
  unpublishedId: string;
  scriptId: string;
  slug: string;
  presetId: string;
  promotionCodeId: string;
  jobId: string;
  runId: string;
  scheduleId: string;
  keyId: string;
  tokenId: string;
  messageId: string;
  secretId: string;
  secretName: string;
  webhookId: string;
  deliveryId: string;
  /** Texts that stand in bodies. */
  webhookUrl: string;
  promotionCode: string;
  enrolmentKey: string;
}

/** Parameters of paths that anyone may name: a secret of that name is each account's own. */
export const publicParameters = ['slug', 'secretName'];

/** The record for a parameter of a path or a query; a parameter that is new needs one first. */
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

/** The ids among the records: what another account must never read. */
export function idsOf(records: Records): string[] {
  return Object.values(records as unknown as Record<string, string>).filter(
    (value) => Id.safeParse(value).success,
  );
}

export async function createRecords(server: TestServer, account: TestAccount): Promise<Records> {
  const { accountId } = account;
  const device = await createDevice(server, account);
  await server.service.prisma.deviceConnection.create({ data: { id: newId(), deviceId: device._id } });
  const published = await createPublished(server, account);
  const inbox = { ...(await createInbox(server, account)), ...(await createWebhook(server, account)) };
  await server.service.prisma.account.update({
    where: { id: accountId },
    data: { notifyDeviceIds: [device._id] },
  });
  const kept = await createKept(server, { accountId, deviceId: device._id, scriptId: published.scriptId });
  const run = { accountId, deviceId: device._id, deviceName: device.name, scriptId: published.scriptId };
  const { id: jobId } = await server.service.prisma.job.create({
    data: {
      id: newId(),
      accountId,
      kind: 'script',
      scriptId: published.scriptId,
      name: 'script',
      codeSha256: published.sha256,
      vars: {},
      env: {},
    },
  });
  const { id: runId } = await server.service.prisma.run.create({
    data: { id: newId(), jobId, ...run, deliverBy: inAnHour(), logs: { create: logLine } },
  });
  const { id: scheduleId } = await server.service.prisma.schedule.create({
    data: {
      id: newId(),
      accountId,
      name: 'schedule',
      everyMinutes: 60,
      anchorAt: new Date(),
      nextAt: inAnHour(),
      job: { scriptId: published.scriptId, devices: [{ _id: device._id }] },
      scriptId: published.scriptId,
      overlap: 'skip',
      missed: 'skip',
      occurrences: {
        create: { id: newId(), dueAt: new Date(), state: 'started', jobId, startedAt: new Date() },
      },
    },
  });
  const submittedId = await createDevscript(server, { accountId, reviewState: 'in_review' });
  const unpublishedId = await createDevscript(server, { accountId, reviewState: 'approved' });
  const ids = { jobId, runId, scheduleId, submittedId, unpublishedId };
  return { deviceId: device._id, ...published, ...kept, ...inbox, ...ids };
}

const code = 'console.log(1)';
const logLine = { seq: 1, at: new Date(), level: 'info', text: 'a line' };

/** A devscript that passed review and has a price, its files, its listing and a code of 100 %. */
async function createPublished({ service: { prisma } }: TestServer, { accountId }: TestAccount) {
  const devscriptId = newId();
  const promotionCode = `CODE${devscriptId.toUpperCase()}`;
  return prisma.$transaction(async (transaction) => {
    const slug = await findFreeSlug(transaction);
    const sha256 = await keepContent(transaction, Buffer.from(code));
    const configSha256 = await keepContent(transaction, Buffer.from('[]'));
    await transaction.devscript.create({
      data: {
        id: devscriptId,
        accountId,
        name: 'devscript',
        slug,
        reviewState: 'approved',
        plan: 'monthly',
        price: 900,
        currency: 'EUR',
        files: {
          create: [
            { kind: 'code', name: 'code.js', sha256, size: code.length },
            { kind: 'config', name: 'config.json', sha256: configSha256, size: 2 },
          ],
        },
      },
    });
    const { id: scriptId } = await transaction.script.create({
      data: {
        id: newId(),
        accountId,
        devscriptId,
        slug,
        name: 'script',
        version: '1.0.0',
        versions: { create: { version: '1.0.0', codeSha256: sha256, configSha256 } },
        library: { create: { accountId } },
      },
    });
    const { id: promotionCodeId } = await transaction.promotionCode.create({
      data: { id: newId(), devscriptId, code: promotionCode, percentOff: 100, expiresAt: inAnHour() },
    });
    return { devscriptId, scriptId, slug, promotionCode, promotionCodeId, sha256 };
  });
}

/** A devscript with code, in a state. */
async function createDevscript(
  { service: { prisma } }: TestServer,
  { accountId, reviewState }: { accountId: string; reviewState: 'in_review' | 'approved' },
): Promise<string> {
  const sha256 = createHash('sha256').update(code).digest('hex');
  const files = { create: [{ kind: 'code' as const, name: 'code.js', sha256, size: code.length }] };
  const { id } = await prisma.devscript.create({
    data: { id: newId(), accountId, name: 'devscript', reviewState, files },
  });
  return id;
}

/** A group of the device, and a preset that runs the script on it. */
async function createKept(
  { service: { prisma } }: TestServer,
  { accountId, deviceId, scriptId }: { accountId: string; deviceId: string; scriptId: string },
) {
  const members = { create: { deviceId } };
  const request = { scriptId, devices: [{ _id: deviceId }] };
  const [groupId, presetId] = [newId(), newId()];
  await prisma.deviceGroup.create({ data: { id: groupId, accountId, name: groupId, members } });
  await prisma.preset.create({ data: { id: presetId, accountId, name: presetId, request } });
  return { groupId, presetId };
}

/** What hangs on the account alone. */
async function createInbox({ service: { prisma } }: TestServer, { accountId }: TestAccount) {
  const [messageId, keyId, tokenId] = [newId(), newId(), newId()];
  const enrolmentKey = `KEY${keyId.toUpperCase()}`;
  await prisma.message.create({ data: { id: messageId, accountId, text: 'a message' } });
  await prisma.enrolmentKey.create({
    data: { id: keyId, accountId, hash: hashSecret(enrolmentKey), maxUses: 100, expiresAt: inAnHour() },
  });
  // What has expired is swept when its account comes along, and by nobody else.
  await prisma.enrolmentKey.create({
    data: { id: newId(), accountId, hash: newId(), maxUses: 1, expiresAt: new Date(0) },
  });
  await prisma.accessToken.create({
    data: { id: newId(), accountId, kind: 'session', name: '', hash: newId(), expiresAt: new Date(0) },
  });
  await prisma.auditEntry.create({
    data: { id: newId(), accountId, tokenId, action: 'token.create', address: '', requestId: '' },
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
  // An account's records may be made again and again, and its names are unique.
  await prisma.secret.deleteMany({ where: { accountId } });
  await prisma.secret.create({ data: { id: secretId, accountId, name: secretName, sealed } });
  return { messageId, keyId, tokenId, enrolmentKey, secretId, secretName };
}

/** A webhook with a delivery that was made; both are left alone. */
async function createWebhook({ service: { prisma } }: TestServer, { accountId }: TestAccount) {
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

function inAnHour(): Date {
  return new Date(Date.now() + 3_600_000);
}
