import { collectItems, type CreateDeviceGroup, type DeviceGroup, type Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { collect } from '../options/option-values';
import { toList, printJson } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';
import { deviceOptionHelp, formatDeviceCount, selectDevices } from '../selection/select-devices';
import { selectGroup } from '../selection/select-record';
import { formatSelector, parseRule } from '../selection/selectors';

interface MemberOptions extends CommonOptions {
  device?: string[];
  rule?: string[];
}

const columns: Column<DeviceGroup>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'DEVICES', text: ({ deviceCount }) => String(deviceCount) },
  { title: 'RULE', text: ({ rule }) => (rule ? formatSelector(rule) : ''), canShrink: true },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** Registers `drover groups`, which manages groups of listed devices or of devices that match a rule. */
export function registerDeviceGroups(program: Command): void {
  const groups = addCommandGroup(program, 'groups', 'List, create, change or delete device groups');
  addCommand(groups, 'ls', {
    summary: 'List device groups, newest first',
    examples: ['groups'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().deviceGroups.iterate()));
    if (json) printJson(page);
    else printTable(page.items, columns, 'No device groups. Create one: drover groups create --help');
  });
  addMemberOptions(
    addCommand(groups, 'create <name>', {
      summary: 'Create a device group from a list of devices or a rule',
      examples: [
        'groups create shelf --device box --device "Front desk"',
        'groups create farm --rule tag=farm',
      ],
    }),
  ).action(async (name: string, options: MemberOptions) => {
    const drover = createClient();
    printGroup(
      await drover.deviceGroups.create({ name, ...(await readMemberOptions(drover, options)) }),
      options,
    );
  });
  addMemberOptions(
    addCommand(groups, 'update <group>', {
      summary: 'Replace the devices or the rule of a group',
      examples: ['groups update farm --rule tag=farm --rule brand=Xiaomi'],
    }),
  ).action(async (reference: string, options: MemberOptions) => {
    const drover = createClient();
    const { _id } = await selectGroup(drover, reference);
    await drover.deviceGroups.update(_id, await readMemberOptions(drover, options));
    printGroup(await drover.deviceGroups.get(_id), options);
  });
  addCommand(groups, 'rm <group>', {
    summary: 'Delete a group; its devices are kept',
    examples: ['groups rm farm'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const group = await selectGroup(drover, reference);
    await drover.deviceGroups.remove(group._id);
    if (json) printJson(group);
    else printLine(`Deleted the group ${group.name}.`);
  });
}

function addMemberOptions(command: Command): Command {
  return command
    .option('--device <device>', deviceOptionHelp, collect)
    .option(
      '--rule <condition>',
      'Condition of a rule: all, online, offline, tag=, brand=, model=, name= or version= (repeatable)',
      collect,
    );
}

async function readMemberOptions(
  drover: Drover,
  { device, rule }: MemberOptions,
): Promise<Omit<CreateDeviceGroup, 'name'>> {
  if (Boolean(device) === Boolean(rule)) {
    throw new CliError('usage', 'Choose devices with either --device or --rule.');
  }
  if (rule) return { rule: parseRule(rule) };
  return { devices: (await selectDevices(drover, device ?? [])).map(({ _id }) => _id) };
}

function printGroup(group: DeviceGroup, { json }: CommonOptions): void {
  if (json) return printJson(group);
  printLine(`${group.name}: ${formatDeviceCount(group.deviceCount)}.`);
}
