import type { CreateDeviceGroup, DeviceGroup, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { countDevices, devicesUsage, selectDevices } from '../device-selection';
import { Failure } from '../failures';
import { printJson } from '../json';
import { collect } from '../option-values';
import { selectGroup } from '../record-selection';
import { describeSelector, readRule } from '../selectors';
import { printTable, type Column } from '../table';
import { say } from '../terminal';

interface MemberOptions extends CommonOptions {
  device?: string[];
  rule?: string[];
}

const columns: Column<DeviceGroup>[] = [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  { title: 'DEVICES', text: ({ deviceCount }) => String(deviceCount) },
  { title: 'RULE', text: ({ rule }) => (rule ? describeSelector(rule) : ''), isElastic: true },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** `drover groups`: devices under a name, by a list or by a rule. */
export function addDeviceGroups(program: Command): void {
  const groups = addFamily(program, 'groups', 'list, create, change or delete device groups');
  addCommand(groups, 'ls', { summary: 'list device groups, newest first', examples: ['groups'] }).action(
    async ({ json }: CommonOptions) => {
      const page = await connect().deviceGroups.list();
      if (json) printJson(page);
      else printTable(page.items, columns, 'No device groups. Make one: drover groups create --help');
    },
  );
  addMembers(
    addCommand(groups, 'create <name>', {
      summary: 'group devices under a name, by a list or by a rule',
      examples: [
        'groups create shelf --device box --device "Front desk"',
        'groups create farm --rule tag=farm',
      ],
    }),
  ).action(async (name: string, options: MemberOptions) => {
    const drover = connect();
    tell(await drover.deviceGroups.create({ name, ...(await readMembers(drover, options)) }), options);
  });
  addMembers(
    addCommand(groups, 'update <group>', {
      summary: 'say anew which devices belong to a group',
      examples: ['groups update farm --rule tag=farm --rule brand=Xiaomi'],
    }),
  ).action(async (reference: string, options: MemberOptions) => {
    const drover = connect();
    const { _id } = await selectGroup(drover, reference);
    await drover.deviceGroups.update(_id, await readMembers(drover, options));
    tell(await drover.deviceGroups.get(_id), options);
  });
  addCommand(groups, 'rm <group>', {
    summary: 'delete a group, not its devices',
    examples: ['groups rm farm'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const group = await selectGroup(drover, reference);
    await drover.deviceGroups.remove(group._id);
    if (json) printJson(group);
    else say(`Deleted the group ${group.name}.`);
  });
}

function addMembers(command: Command): Command {
  return command
    .option('--device <device>', devicesUsage, collect)
    .option(
      '--rule <condition>',
      'in place of a list: all, online, tag=farm, brand=, model= … (repeatable)',
      collect,
    );
}

async function readMembers(
  drover: Drover,
  { device, rule }: MemberOptions,
): Promise<Omit<CreateDeviceGroup, 'name'>> {
  if (Boolean(device) === Boolean(rule)) {
    throw new Failure('usage', 'Which devices? Say it by --device, or by --rule in its place.');
  }
  if (rule) return { rule: readRule(rule) };
  return { devices: (await selectDevices(drover, device ?? [])).map(({ _id }) => _id) };
}

function tell(group: DeviceGroup, { json }: CommonOptions): void {
  if (json) return printJson(group);
  say(`${group.name}: ${countDevices(group.deviceCount)}.`);
}
