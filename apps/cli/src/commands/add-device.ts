import type { CreatedEnrolmentKey, Device, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, readAccount } from '../config/account';
import { CliError, EXIT_CODES } from '../errors/cli-error';
import { Interrupt } from '../input/interrupt';
import { addCommand, type CommonOptions } from '../options/add-command';
import { parseCount, parseDuration } from '../options/option-values';
import { formatDuration } from '../output/duration';
import { printJson, toList } from '../output/json';
import { ProgressLine } from '../output/progress-line';
import { printLine, printNote, styleOutput } from '../output/terminal';
import { formatDeviceCount } from '../selection/select-devices';

interface AddDeviceOptions extends CommonOptions {
  count: number;
  expires?: number;
  wait: boolean;
  name?: string;
}

const pollIntervalMs = 1000;

/** Registers `drover add-device`, which creates an enrolment key and waits for the devices. */
export function registerAddDevice(program: Command): void {
  addCommand(program, 'add-device', {
    summary: 'Add devices with an enrolment key; waits until they are online',
    examples: ['add-device', 'add-device --count 50 --expires 7d --no-wait', 'add-device --no-wait --json'],
  })
    .option('--count <number>', 'Number of devices that can use the key', parseCount, 1)
    .option('--expires <duration>', 'How long the key is valid (default: 10m)', parseDuration)
    .option('--name <text>', 'Name of the key')
    .option('--no-wait', 'Do not wait for the devices')
    .action(async ({ count, expires, name, wait, json = false }: AddDeviceOptions) => {
      const drover = createClient();
      const key = await drover.enrolmentKeys.create({ name, maxUses: count, expiresIn: expires });
      if (json && !wait) return printJson(key);
      if (!json) await printKey(key);
      else printNote(`Key: ${key.key}`);
      if (wait) await waitForDevices(drover, key, json);
    });
}

async function printKey(created: CreatedEnrolmentKey): Promise<void> {
  const { toString: drawCode } = await import('qrcode');
  const [address, ...others] = getServerAddresses(created);
  printLine(
    await drawCode(
      `${address}/enrol/${created.key}`,
      process.stdout.isTTY ? { type: 'terminal', small: true } : { type: 'utf8' },
    ),
  );
  printLine(`Key  ${styleOutput('bold', created.key)}  ${styleOutput('dim', formatKeyLimits(created))}`);
  for (const [where, command] of listCommands(address, created.key)) {
    printLine(`\n${where}:\n\n  ${command}`);
  }
  printLine('');
  if (others.length > 0) printNote(`Other addresses of the server: ${others.join(', ')}\n`);
  if (isLoopback(address)) {
    printNote(
      'Only this computer can reach this address. To add other devices, start the server with\nHOST=0.0.0.0 and set PUBLIC_URL to its address.\n',
    );
  }
}

/**
 * Returns the commands that install the agent. The key is in the environment or on standard input: other users of the
 * device can read command lines.
 */
function listCommands(server: string, key: string): [where: string, command: string][] {
  const npx = `npx --yes ${server}/downloads/drover-agent.tgz`;
  return [
    ['On Linux or macOS', `curl -fsSL ${server}/install.sh | DROVER_ENROLMENT_KEY=${key} sh`],
    ['On Windows, in PowerShell', `$env:DROVER_ENROLMENT_KEY='${key}'; irm ${server}/install.ps1 | iex`],
    ['With npm, without installing it', `echo ${key} | ${npx} --server ${server} --key-file -`],
  ];
}

/** Returns the addresses of the server for devices: its public URL alone if others can reach it, else all that may do. */
function getServerAddresses({ url, addresses }: CreatedEnrolmentKey): string[] {
  const publicUrl = url.replace(/\/enrol\/[^/]*$/, '');
  if (!isLoopback(publicUrl)) return [publicUrl];
  const others = [readAccount().url, ...addresses].filter((address) => !isLoopback(address));
  return others.length > 0 ? [...new Set(others)] : [publicUrl];
}

/** Whether an address leads every machine to itself. */
function isLoopback(address: string): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
}

function formatKeyLimits({ maxUses, expiresAt }: CreatedEnrolmentKey): string {
  const minutes = Math.ceil((Date.parse(expiresAt) - Date.now()) / 60_000);
  return `for ${formatDeviceCount(maxUses)}, valid for ${formatDuration(minutes * 60_000)}`;
}

async function waitForDevices(drover: Drover, key: CreatedEnrolmentKey, isJson: boolean): Promise<void> {
  const interrupt = new Interrupt();
  let online: Device[] = [];
  const progress = new ProgressLine(() => formatWaitStatus(online.length, key));
  progress.start();
  try {
    while (online.length < key.maxUses) {
      const found = await listNewDevices(drover, key);
      const added = found.filter(({ _id }) => !online.some((known) => known._id === _id));
      online = [...online, ...added];
      if (!isJson)
        for (const device of added) progress.printAbove(() => printLine(formatOnlineDevice(device)));
      if (Date.now() > Date.parse(key.expiresAt)) throw new CliError('failed', 'The key has expired.');
      if (online.length < key.maxUses) await delay(pollIntervalMs, undefined, { signal: interrupt.signal });
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT_CODES.interrupted;
  } finally {
    progress.stop();
    interrupt.dispose();
  }
  if (isJson) printJson(toList(online));
}

/** Lists devices that are online and were created after the key. */
async function listNewDevices(
  drover: Drover,
  { createdAt, maxUses }: CreatedEnrolmentKey,
): Promise<Device[]> {
  const { items } = await drover.devices.list({ limit: Math.min(1000, maxUses + 20) });
  return items.filter((device) => device.online && device.createdAt >= createdAt);
}

function formatWaitStatus(online: number, { maxUses, expiresAt }: CreatedEnrolmentKey): string {
  const left = formatDuration(Math.max(0, Date.parse(expiresAt) - Date.now()));
  const status =
    maxUses === 1 ? 'Waiting for the device' : `Waiting for devices: ${online} of ${maxUses} online`;
  return `${status}; the key expires in ${left}`;
}

function formatOnlineDevice({ name, brand, model }: Device): string {
  return `${styleOutput('green', '✓')} ${styleOutput('bold', name)} is online ${styleOutput('dim', `(${brand} ${model})`)}`;
}
