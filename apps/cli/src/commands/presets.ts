import type { DeviceGroup, Preset } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { addJobOptions, planJob, type JobOptions } from '../job-options';
import { printJson } from '../json';
import { selectPreset } from '../record-selection';
import { selectScript } from '../script-selection';
import { describeSelector } from '../selectors';
import { printTable, type Column } from '../table';
import { say } from '../terminal';

const columnsWith = (groups: DeviceGroup[]): Column<Preset>[] => [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  {
    title: 'SCRIPT',
    text: ({ scriptId, scriptName }) => scriptName ?? (scriptId ? 'gone' : 'code'),
    isElastic: true,
  },
  { title: 'DEVICES', text: (preset) => describeDevices(preset, groups), isElastic: true },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** `drover presets`: what is run often, under names. */
export function addPresets(program: Command): void {
  const presets = addFamily(program, 'presets', 'list, create or delete presets');
  addCommand(presets, 'ls', {
    summary: 'list presets, newest first',
    examples: ['presets', `presets --json | jq -r '.items[].name'`],
  }).action(async ({ json }: CommonOptions) => {
    const drover = connect();
    const page = await drover.presets.list();
    if (json) return printJson(page);
    const { items: groups } = await drover.deviceGroups.list();
    printTable(page.items, columnsWith(groups), 'No presets. Make one: drover presets create --help');
  });
  addJobOptions(
    addCommand(presets, 'create <name> <script>', {
      summary: 'keep a script with its devices and variables under a name',
      notes: 'It is run by: drover run --preset <name>',
      examples: [
        'presets create "Morning round" hello --selector tag=farm --vars rounds:=3',
        'presets create lab-check hello --device box --timeout 5m',
      ],
    }),
  ).action(async (name: string, reference: string, options: JobOptions) => {
    const drover = connect();
    const [{ script }, { request }] = await Promise.all([
      selectScript(drover, reference),
      planJob(drover, options),
    ]);
    const preset = await drover.presets.create({ name, scriptId: script._id, ...request });
    if (options.json) printJson(preset);
    else say(`Run it: drover run --preset ${JSON.stringify(preset.name)}`);
  });
  addCommand(presets, 'rm <preset>', {
    summary: 'delete a preset',
    examples: ['presets rm "Morning round"'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const preset = await selectPreset(drover, reference);
    await drover.presets.remove(preset._id);
    if (json) printJson(preset);
    else say(`Deleted the preset ${preset.name}.`);
  });
}

function describeDevices({ devices = [], selector }: Preset, groups: DeviceGroup[]): string {
  if (selector) return describeSelector(selector, groups);
  return devices.length === 1 ? String(devices[0].name) : `${devices.length} devices`;
}
