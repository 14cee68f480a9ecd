import type { Device } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { selectDevice, selectDevices } from '../device-selection';
import { eachDevice } from '../each-device';
import { Failure } from '../failures';
import { listOf, printJson } from '../json';
import { confirm } from '../questions';
import { selectGroup } from '../record-selection';
import { showAgo } from '../seconds';
import { printTable, type Column } from '../table';
import { isInteractive, paint, say } from '../terminal';

interface ListOptions extends CommonOptions {
  online?: boolean;
  offline?: boolean;
  tag?: string;
  name?: string;
  group?: string;
}

const columns: Column<Device>[] = [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  {
    title: 'STATE',
    text: ({ online }) => (online ? 'online' : 'offline'),
    style: ({ online }) => (online ? 'green' : 'dim'),
  },
  { title: 'TAG', text: ({ tags }) => tags.join(', '), isElastic: true },
  { title: 'MODEL', text: ({ brand, model }) => `${brand} ${model}`, isElastic: true, isDispensable: true },
  { title: 'AGENT', text: ({ appVersion }) => appVersion, isElastic: true, isDispensable: true },
  { title: 'SEEN', text: ({ online, lastSeenAt }) => (online ? 'now' : showAgo(lastSeenAt)) },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** `drover devices`: see, name, tag, remove and stop them. */
export function addDevices(program: Command): void {
  const devices = addFamily(program, 'devices', 'list, rename, tag, delete or stop devices');
  addList(devices);
  addRename(devices);
  addTag(devices);
  addRemove(devices);
  addStop(devices);
}

function addList(devices: Command): void {
  addCommand(devices, 'ls', {
    summary: 'list devices, newest first',
    examples: ['devices', 'devices ls --online --tag lab', `devices --json | jq -r '.items[].name'`],
  })
    .option('--online', 'those that are connected')
    .option('--offline', 'those that are not')
    .option('--tag <tag>', 'those with this tag')
    .option('--name <text>', 'those with this text in their names')
    .option('--group <group>', 'those of a device group')
    .action(async ({ json, online, offline, tag, name, group }: ListOptions) => {
      if (online && offline) throw new Failure('usage', 'A device is online or offline, not both.');
      const filter = { tag, name, online: online ? true : offline ? false : undefined };
      const drover = connect();
      const groupId = group === undefined ? undefined : (await selectGroup(drover, group))._id;
      const page = await drover.devices.list({ ...filter, group: groupId });
      if (json) return printJson(page);
      const isFiltered = [...Object.values(filter), group].some((value) => value !== undefined);
      printTable(
        page.items,
        columns,
        isFiltered ? 'No device matches.' : 'No devices yet. Add one: drover add-device',
      );
      if (page.count > 1) say(paint('dim', `\n${describeCount(page.items)}`));
    });
}

function addRename(devices: Command): void {
  addCommand(devices, 'rename <device> <name>', {
    summary: 'give a device another name',
    examples: ['devices rename box "Front desk"', 'devices rename 65f1c0ffee65f1c0ffee65f1 前台'],
  }).action(async (reference: string, name: string, { json }: CommonOptions) => {
    const drover = connect();
    const device = await selectDevice(drover, reference);
    await drover.devices.update(device._id, { name });
    if (json) printJson(await drover.devices.get(device._id));
    else say(`${device.name} is now ${name}.`);
  });
}

function addTag(devices: Command): void {
  addCommand(devices, 'tag <tag> <devices...>', {
    summary: 'give devices a tag; an empty one takes it away',
    examples: ['devices tag lab box "Front desk"', 'devices tag "" box'],
  }).action(async (tag: string, references: string[], { json }: CommonOptions) => {
    const drover = connect();
    const selected = await selectDevices(drover, references);
    const tags = tag === '' ? [] : [tag];
    await eachDevice(selected, ({ _id }) => drover.devices.update(_id, { tags }));
    if (json) printJson(listOf(selected.map((device) => ({ ...device, tags }))));
    else say(tag === '' ? `Without a tag: ${namesOf(selected)}.` : `Tagged ${tag}: ${namesOf(selected)}.`);
  });
}

function addRemove(devices: Command): void {
  addCommand(devices, 'rm <devices...>', {
    summary: 'delete devices: their queues are canceled, their history is kept',
    examples: ['devices rm box', 'devices rm tag:old --yes'],
  })
    .option('-y, --yes', 'do not ask')
    .action(async (references: string[], { json, yes }: CommonOptions & { yes?: boolean }) => {
      const drover = connect();
      const selected = await selectDevices(drover, references);
      if (!yes) await makeSure(`Delete ${namesOf(selected)}?`);
      await eachDevice(selected, ({ _id }) => drover.devices.remove(_id));
      if (json) printJson(listOf(selected));
      else say(`Deleted: ${namesOf(selected)}.`);
    });
}

function addStop(devices: Command): void {
  addCommand(devices, 'stop <devices...>', {
    summary: 'stop everything that runs or waits on devices',
    examples: ['devices stop box', 'devices stop all'],
  }).action(async (references: string[], { json }: CommonOptions) => {
    const drover = connect();
    const selected = await selectDevices(drover, references);
    await eachDevice(selected, ({ _id }) => drover.devices.stop(_id));
    if (json) printJson(listOf(selected));
    else say(`Stopped everything on ${namesOf(selected)}.`);
  });
}

async function makeSure(question: string): Promise<void> {
  if (!isInteractive()) throw new Failure('usage', 'Nobody can be asked here: confirm with --yes.');
  if (!(await confirm(question))) throw new Failure('interrupted', 'Nothing was deleted.');
}

function describeCount(devices: Device[]): string {
  const online = devices.filter((device) => device.online).length;
  return `${devices.length.toLocaleString('en')} devices, ${online.toLocaleString('en')} online`;
}

function namesOf(devices: Device[]): string {
  return devices.length <= 5 ? devices.map(({ name }) => name).join(', ') : `${devices.length} devices`;
}
