import type { CreatedEnrolmentKey, Device, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { addCommand, type CommonOptions } from '../add-command';
import { connect, readAccount } from '../configuration';
import { countDevices } from '../device-selection';
import { EXIT_CODES, Failure } from '../failures';
import { Interrupt } from '../interrupt';
import { listOf, printJson } from '../json';
import { parseCount } from '../option-values';
import { ProgressLine } from '../progress-line';
import { parseSeconds, showSpan } from '../seconds';
import { note, paint, say } from '../terminal';

interface AddDeviceOptions extends CommonOptions {
  count: number;
  expires?: number;
  wait: boolean;
  name?: string;
}

const pollIntervalMs = 1000;

/** `drover add-device`: a key for new devices, and a look-out for them. */
export function addAddDevice(program: Command): void {
  addCommand(program, 'add-device', {
    summary: 'let a new device in: show its key, and wait until it is online',
    examples: ['add-device', 'add-device --count 50 --expires 7d --no-wait', 'add-device --no-wait --json'],
  })
    .option('--count <number>', 'how many devices the key lets in', parseCount, 1)
    .option('--expires <time>', 'how long the key is valid (default: 10m)', parseSeconds)
    .option('--name <text>', 'what the key is for')
    .option('--no-wait', 'do not wait for the devices')
    .action(async ({ count, expires, name, wait, json = false }: AddDeviceOptions) => {
      const drover = connect();
      const key = await drover.enrolmentKeys.create({ name, maxUses: count, expiresIn: expires });
      if (json && !wait) return printJson(key);
      if (!json) await showKey(key);
      else note(`Key: ${key.key}`);
      if (wait) await waitFor(drover, key, json);
    });
}

async function showKey(created: CreatedEnrolmentKey): Promise<void> {
  const { toString: drawCode } = await import('qrcode');
  const given = `--server ${readAccount().url} --key ${created.key}`;
  say(
    await drawCode(created.url, process.stdout.isTTY ? { type: 'terminal', small: true } : { type: 'utf8' }),
  );
  say(`Key  ${paint('bold', created.key)}  ${paint('dim', describeKey(created))}`);
  say('\nOn the device:\n');
  say(`  drover-agent ${given}\n`);
  say(paint('dim', `or, in the repository of Drover:\n\n  npm run agent -- ${given}\n`));
}

function describeKey({ maxUses, expiresAt }: CreatedEnrolmentKey): string {
  const minutes = Math.ceil((Date.parse(expiresAt) - Date.now()) / 60_000);
  return `lets in ${countDevices(maxUses)} for ${showSpan(minutes * 60_000)}`;
}

async function waitFor(drover: Drover, key: CreatedEnrolmentKey, isJson: boolean): Promise<void> {
  const interrupt = new Interrupt();
  let online: Device[] = [];
  const progress = new ProgressLine(() => describeWait(online.length, key));
  progress.start();
  try {
    while (online.length < key.maxUses) {
      const found = await findNew(drover, key);
      const fresh = found.filter(({ _id }) => !online.some((known) => known._id === _id));
      online = [...online, ...fresh];
      if (!isJson) for (const device of fresh) progress.around(() => say(describeDevice(device)));
      if (Date.now() > Date.parse(key.expiresAt)) throw new Failure('failed', 'The key has expired.');
      if (online.length < key.maxUses) await delay(pollIntervalMs, undefined, { signal: interrupt.signal });
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT_CODES.interrupted;
  } finally {
    progress.stop();
    interrupt.ignore();
  }
  if (isJson) printJson(listOf(online));
}

/** Devices that are online and younger than the key. */
async function findNew(drover: Drover, { createdAt, maxUses }: CreatedEnrolmentKey): Promise<Device[]> {
  const { items } = await drover.devices.list({ limit: Math.min(1000, maxUses + 20) });
  return items.filter((device) => device.online && device.createdAt >= createdAt);
}

function describeWait(online: number, { maxUses, expiresAt }: CreatedEnrolmentKey): string {
  const left = showSpan(Math.max(0, Date.parse(expiresAt) - Date.now()));
  const what =
    maxUses === 1 ? 'Waiting for the device' : `Waiting: ${online} of ${maxUses} devices are online`;
  return `${what}; the key is valid for ${left}`;
}

function describeDevice({ name, brand, model }: Device): string {
  return `${paint('green', '✓')} ${paint('bold', name)} is online ${paint('dim', `(${brand} ${model})`)}`;
}
