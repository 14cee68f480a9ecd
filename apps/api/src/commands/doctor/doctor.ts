import { join } from 'node:path';
import { openNatsConnection } from '../../bus/nats-connection';
import type { Settings } from '../../context/settings';
import { assertUsable } from '../../blobs/s3-blobs';
import { bucketOf } from '../../blobs/s3-settings';
import { createMailer } from '../../features/mail/mailer';
import { checkGit } from '../../features/repositories/git';
import type { CommandInput } from '../command-input';
import { checkPublicUrl, checkTls } from './addresses';
import { checkDatabase } from './database';
import { messageOf, type Check, type Finding } from './finding';

/** Checks what a server needs, and prints each finding. The exit code is 1 if something must be fixed. */
export async function checkInstallation({ settings, warnings }: CommandInput): Promise<void> {
  const checks: Check[] = [
    checkDatabase,
    checkSecretKey,
    checkNats,
    checkMail,
    checkArtifacts,
    checkRepositories,
    checkTls,
    checkPublicUrl,
  ];
  const findings: Finding[] = warnings.map((text) => ({ about: 'Settings', text, fix: 'Correct its name.' }));
  if (warnings.length === 0) findings.push({ about: 'Settings', text: 'valid' });
  for (const check of checks) findings.push(...(await check(settings)));
  for (const { about, text, fix } of findings) {
    console.log(`${fix ? 'problem' : 'ok     '}  ${about}: ${text}`);
    if (fix) console.log(`         Fix: ${fix}`);
  }
  if (findings.some(({ fix }) => fix)) process.exitCode = 1;
}

async function checkSecretKey({ DATABASE_URL, DROVER_SECRET_KEY }: Settings): Promise<Finding[]> {
  const about = 'Secrets';
  if (DROVER_SECRET_KEY) return [{ about, text: 'DROVER_SECRET_KEY is set' }];
  if (!DATABASE_URL) return [{ about, text: 'encrypted with secret.key in the data directory' }];
  const fix = 'Set DROVER_SECRET_KEY on every server (openssl rand -base64 32).';
  return [{ about, text: 'refused, because DROVER_SECRET_KEY is not set', fix }];
}

async function checkNats(settings: Settings): Promise<Finding[]> {
  const about = 'NATS';
  if (!settings.NATS_URL) return [{ about, text: 'not used, which is right for one server' }];
  try {
    const connection = await openNatsConnection(settings, 'doctor');
    await connection.close();
    return [{ about, text: 'reachable' }];
  } catch (error) {
    return [{ about, text: messageOf(error), fix: 'Check NATS_URL, its credentials, and that NATS runs.' }];
  }
}

async function checkMail(settings: Settings): Promise<Finding[]> {
  const about = 'Email';
  const mailer = createMailer(settings);
  if (!mailer) return [{ about, text: 'not used, because SMTP_URL is not set' }];
  try {
    await mailer.verify();
  } catch (error) {
    return [
      { about, text: messageOf(error), fix: 'Check SMTP_URL, its credentials, and that the server runs.' },
    ];
  }
  const reachable: Finding = { about, text: 'the SMTP server accepts connections' };
  if (settings.PUBLIC_URL) return [reachable];
  const fix = 'Set PUBLIC_URL: links in emails begin with it.';
  return [reachable, { about, text: 'links lead to this machine', fix }];
}

async function checkArtifacts(settings: Settings): Promise<Finding[]> {
  const about = 'Artifacts';
  const bucket = bucketOf(settings);
  if (!bucket) {
    const folder = join(settings.DATA_DIR, 'artifacts');
    return [{ about, text: `in ${folder}${settings.NATS_URL ? ', which all servers must share' : ''}` }];
  }
  try {
    await assertUsable(bucket);
    return [{ about, text: `in the bucket ${bucket.name}: stored, listed, read and deleted an object` }];
  } catch (error) {
    const fix =
      'Check the settings S3_…, that the bucket exists, and that the key may read, write, list and delete.';
    return [{ about, text: `the bucket ${bucket.name} cannot be used (${messageOf(error)})`, fix }];
  }
}

async function checkRepositories(): Promise<Finding[]> {
  const about = 'Git';
  try {
    return [{ about, text: `version ${await checkGit()}` }];
  } catch (error) {
    // Only those who connect repositories need it.
    return [{ about, text: `${messageOf(error)} Git repositories cannot be synced until then.` }];
  }
}
