import type { Device, DeviceFacts } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { confirmOrAbort } from '../input/prompts';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { formatAge } from '../output/duration';
import { printFields } from '../output/field-list';
import { printJson, toList } from '../output/json';
import { runColumns } from '../output/run-table';
import { type Column, printTable } from '../output/table';
import { printLine, styleOutput } from '../output/terminal';
import { watchTable } from '../watch/watch-table';
import { forEachDevice } from '../selection/for-each-device';
import { selectDevice, selectDevices } from '../selection/select-devices';
import { selectGroup } from '../selection/select-record';
import { registerAutomaticUpdates, registerUpdateAgents } from './update-agents';

interface ListOptions extends CommonOptions {
  online?: boolean;
  offline?: boolean;
  tag?: string;
  name?: string;
  group?: string;
  watch?: boolean;
}

const columns: Column<Device>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  {
    title: 'STATE',
    text: ({ online }) => (online ? 'online' : 'offline'),
    style: ({ online }) => (online ? 'green' : 'dim'),
  },
  { title: 'TAG', text: ({ tags }) => tags.join(', '), canShrink: true },
  { title: 'MODEL', text: ({ brand, model }) => `${brand} ${model}`, canShrink: true, isOptional: true },
  { title: 'AGENT', text: ({ appVersion }) => appVersion, canShrink: true, isOptional: true },
  { title: 'LAST SEEN', text: ({ online, lastSeenAt }) => (online ? 'now' : formatAge(lastSeenAt)) },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** Registers `drover devices` with its subcommands. */
export function registerDevices(program: Command): void {
  const devices = addCommandGroup(
    program,
    'devices',
    'List, show, rename, tag, delete, stop or update devices',
  );
  registerList(devices);
  registerShow(devices);
  registerRename(devices);
  registerTag(devices);
  registerRemove(devices);
  registerStop(devices);
  registerUpdateAgents(devices);
  registerAutomaticUpdates(devices);
}

function registerList(devices: Command): void {
  addCommand(devices, 'ls', {
    summary: 'List devices, newest first',
    examples: [
      'devices',
      'devices ls --online --tag lab',
      'devices --watch',
      'devices --json name,online',
      `devices --jq '.items[].name'`,
    ],
    isQuery: true,
  })
    .option('--online', 'Only devices that are online')
    .option('--offline', 'Only devices that are offline')
    .option('--tag <tag>', 'Only devices with this tag')
    .option('--name <text>', 'Only devices whose name contains this text')
    .option('--group <group>', 'Only devices of this group')
    .option('-w, --watch', 'Show changes until Ctrl-C')
    .action(listDevices);
}

async function listDevices({ json = false, watch, group, ...options }: ListOptions): Promise<void> {
  const { online, offline, tag, name } = options;
  if (online && offline) throw new CliError('usage', 'Use either --online or --offline, not both.');
  const drover = createClient();
  const groupId = group === undefined ? undefined : (await selectGroup(drover, group))._id;
  const filter = { tag, name, online: online ? true : offline ? false : undefined, group: groupId };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const emptyText = isFiltered ? 'No devices match.' : 'No devices yet. Add one: drover add-device';
  if (watch) {
    const load = async () => (await drover.devices.list(filter)).items;
    return watchTable({ drover, filter: { types: ['device'] }, load, columns, emptyText, isJson: json });
  }
  const page = await drover.devices.list(filter);
  if (json) return printJson(page);
  printTable(page.items, columns, emptyText);
  if (page.count > 1) printLine(styleOutput('dim', `\n${formatOnlineCount(page.items)}`));
}

function registerShow(devices: Command): void {
  addCommand(devices, 'show <device>', {
    summary: 'Show a device and its latest runs',
    examples: ['devices show "Front desk"', 'devices show box --jq .platform'],
    isQuery: true,
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const device = await selectDevice(drover, reference);
    if (json) return printJson(device);
    const facts = await drover.devices.getFacts(device._id);
    printFields({ ...describeDevice(device), ...describeFacts(facts) });
    const { items: runs } = await drover.runs.list({ deviceId: device._id, limit: 5 });
    printLine();
    printTable(runs, runColumns, 'No runs yet.');
  });
}

function registerRename(devices: Command): void {
  addCommand(devices, 'rename <device> <name>', {
    summary: 'Rename a device',
    examples: ['devices rename box "Front desk"', 'devices rename 65f1c0ffee65f1c0ffee65f1 前台'],
  }).action(async (reference: string, name: string, { json }: CommonOptions) => {
    const drover = createClient();
    const device = await selectDevice(drover, reference);
    await drover.devices.update(device._id, { name });
    if (json) printJson(await drover.devices.get(device._id));
    else printLine(`Renamed ${device.name} to ${name}.`);
  });
}

function registerTag(devices: Command): void {
  addCommand(devices, 'tag <tag> <devices...>', {
    summary: 'Tag devices; an empty tag removes their tag',
    examples: ['devices tag lab box "Front desk"', 'devices tag "" box'],
  }).action(async (tag: string, references: string[], { json }: CommonOptions) => {
    const drover = createClient();
    const selected = await selectDevices(drover, references);
    const tags = tag === '' ? [] : [tag];
    await forEachDevice(selected, ({ _id }) => drover.devices.update(_id, { tags }));
    if (json) printJson(toList(selected.map((device) => ({ ...device, tags }))));
    else
      printLine(
        tag === ''
          ? `Removed the tag from ${formatNames(selected)}.`
          : `Tagged ${formatNames(selected)} with ${tag}.`,
      );
  });
}

function registerRemove(devices: Command): void {
  addCommand(devices, 'rm <devices...>', {
    summary: 'Delete devices; queued runs are canceled, history is kept',
    examples: ['devices rm box', 'devices rm tag:old --yes'],
  })
    .option('-y, --yes', 'Do not ask for confirmation')
    .action(async (references: string[], { json, yes }: CommonOptions & { yes?: boolean }) => {
      const drover = createClient();
      const selected = await selectDevices(drover, references);
      if (!yes) await confirmOrAbort(`Delete ${formatNames(selected)}?`);
      await forEachDevice(selected, ({ _id }) => drover.devices.remove(_id));
      if (json) printJson(toList(selected));
      else printLine(`Deleted ${formatNames(selected)}.`);
    });
}

function registerStop(devices: Command): void {
  addCommand(devices, 'stop <devices...>', {
    summary: 'Stop all running and queued runs on devices',
    examples: ['devices stop box', 'devices stop all'],
  }).action(async (references: string[], { json }: CommonOptions) => {
    const drover = createClient();
    const selected = await selectDevices(drover, references);
    await forEachDevice(selected, ({ _id }) => drover.devices.stop(_id));
    if (json) printJson(toList(selected));
    else printLine(`Stopped all runs on ${formatNames(selected)}.`);
  });
}

function describeDevice(device: Device): Record<string, string> {
  const { online, lastSeenAt, tags, brand, model } = device;
  return {
    Name: device.name,
    State: online ? 'online' : `offline, last seen ${formatAge(lastSeenAt)}`,
    Tag: tags.join(', ') || 'none',
    Model: `${brand} ${model}`,
    Platform: device.platform,
    Agent: device.appVersion,
    Isolation: device.isolation || 'unknown',
    Created: device.createdAt,
    ID: device._id,
  };
}

/** What the device reported about itself. */
function describeFacts(facts: DeviceFacts): Record<string, string> {
  const { os = '', osVersion = '', cpu, cores, batteryPercent, isCharging } = facts;
  const fields = {
    ...(facts.isOutdated && { Update: 'the agent is older than the server: drover devices update' }),
    'Phone agent': facts.agentVersion,
    System: `${os} ${osVersion}`.trim(),
    Architecture: facts.architecture,
    Hostname: facts.hostname,
    Addresses: facts.addresses?.join(', '),
    Processor: [cpu, cores && `${cores} cores`].filter(Boolean).join(', '),
    Memory: formatSpace(facts.memoryBytes, facts.freeMemoryBytes),
    Disk: formatSpace(facts.diskBytes, facts.freeDiskBytes),
    Battery: batteryPercent === undefined ? '' : `${batteryPercent} %${isCharging ? ', charging' : ''}`,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
  );
}

function formatSpace(total: number | undefined, free: number | undefined): string {
  if (total === undefined) return '';
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  return free === undefined ? gigabytes(total) : `${gigabytes(total)}, ${gigabytes(free)} free`;
}

function formatOnlineCount(devices: Device[]): string {
  const online = devices.filter((device) => device.online).length;
  return `${devices.length.toLocaleString('en')} devices, ${online.toLocaleString('en')} online`;
}

function formatNames(devices: Device[]): string {
  return devices.length <= 5 ? devices.map(({ name }) => name).join(', ') : `${devices.length} devices`;
}
