import { collectItems, type DeviceGroup, type PresetSummary } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { addJobOptions, addSkipValidation, buildJobRequest, type JobOptions } from '../options/job-options';
import { toList, printJson } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';
import { selectPreset } from '../selection/select-record';
import { selectScript } from '../selection/select-script';
import { formatSelector } from '../selection/selectors';

const createColumns = (groups: DeviceGroup[]): Column<PresetSummary>[] => [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  {
    title: 'SCRIPT',
    text: ({ scriptId, scriptName }) => scriptName ?? (scriptId ? 'deleted' : 'code'),
    canShrink: true,
  },
  { title: 'DEVICES', text: (preset) => formatDevices(preset, groups), canShrink: true },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** Registers `drover presets`, which manages saved jobs. */
export function registerPresets(program: Command): void {
  const presets = addCommandGroup(program, 'presets', 'List, create or delete presets');
  addCommand(presets, 'ls', {
    summary: 'List presets, newest first',
    examples: ['presets', `presets --json | jq -r '.items[].name'`],
    isQuery: true,
  })
    .option('--name <text>', 'Only presets whose name contains this text')
    .action(async ({ json, name }: CommonOptions & { name?: string }) => {
      const drover = createClient();
      const page = toList(await collectItems(drover.presets.iterate({ name })));
      if (json) return printJson(page);
      const groups = await collectItems(drover.deviceGroups.iterate());
      const none = name ? 'No presets match.' : 'No presets. Create one: drover presets create --help';
      printTable(page.items, createColumns(groups), none);
    });
  addSkipValidation(
    addJobOptions(
      addCommand(presets, 'create <name> <script>', {
        summary: 'Save a script with its devices and variables as a preset',
        notes: 'Run it with: drover run --preset <name>',
        examples: [
          'presets create "Morning round" hello --selector tag=farm --vars rounds:=3',
          'presets create lab-check hello --device box --timeout 5m',
        ],
      }),
    ),
  ).action(async (name: string, reference: string, options: JobOptions) => {
    const drover = createClient();
    const [{ script }, { request }] = await Promise.all([
      selectScript(drover, reference),
      buildJobRequest(drover, options),
    ]);
    const preset = await drover.presets.create({ name, scriptId: script._id, ...request });
    if (options.json) printJson(preset);
    else printLine(`Run it: drover run --preset ${JSON.stringify(preset.name)}`);
  });
  addCommand(presets, 'rm <preset>', {
    summary: 'Delete a preset',
    examples: ['presets rm "Morning round"'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const preset = await selectPreset(drover, reference);
    await drover.presets.remove(preset._id);
    if (json) printJson(preset);
    else printLine(`Deleted the preset ${preset.name}.`);
  });
}

function formatDevices({ devices = [], selector }: PresetSummary, groups: DeviceGroup[]): string {
  if (selector) return formatSelector(selector, groups);
  return devices.length === 1 ? String(devices[0].name) : `${devices.length} devices`;
}
