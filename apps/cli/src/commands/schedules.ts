import { collectItems, type ScheduleSummary } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { addJobOptions, addSkipValidation, buildJobRequest } from '../options/job-options';
import { addScheduleOptions, readWhen, type ScheduleOptions } from '../options/schedule-options';
import { toList, printJson } from '../output/json';
import { formatLocalTime, formatWhen, occurrenceColumns, scheduleColumns } from '../output/schedule-table';
import { printTable } from '../output/table';
import { printLine } from '../output/terminal';
import { selectSchedule } from '../selection/select-record';
import { selectScript } from '../selection/select-script';

const maxListedOccurrences = 20;

type ListOptions = CommonOptions & { name?: string; unapproved?: boolean };

/** Registers `drover schedules` with its subcommands. */
export function registerSchedules(program: Command): void {
  const schedules = addCommandGroup(program, 'schedules', 'List, create, pause or delete schedules');
  addCommand(schedules, 'ls', {
    summary: 'List schedules, newest first, with their last result',
    examples: ['schedules', 'schedules ls --unapproved'],
    isQuery: true,
  })
    .option('--name <text>', 'Only schedules whose name contains this text')
    .option('--unapproved', 'Only those that were saved without approval')
    .action(async ({ json, name, unapproved }: ListOptions) => {
      const filter = { name, ...(unapproved && { isApproved: false }) };
      const page = toList(await collectItems(createClient().schedules.iterate(filter)));
      const isFiltered = name !== undefined || unapproved;
      const none = isFiltered
        ? 'No schedules match.'
        : 'No schedules. Create one: drover schedules create --help';
      if (json) printJson(page);
      else printTable(page.items, scheduleColumns, none);
    });
  registerCreate(schedules);
  addCommand(schedules, 'show <schedule>', {
    summary: 'Show the next times and the latest occurrences of a schedule',
    examples: ['schedules show "Morning round"'],
    isQuery: true,
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id } = await selectSchedule(drover, reference);
    const [schedule, history] = await Promise.all([
      drover.schedules.get(_id),
      drover.schedules.listOccurrences(_id, { limit: maxListedOccurrences }),
    ]);
    if (json) return printJson({ ...schedule, occurrences: history.items });
    printLine(`${schedule.name}: ${formatWhen(schedule.when)}${schedule.isPaused ? ', paused' : ''}`);
    for (const time of schedule.next) printLine(`  ${formatLocalTime(time)}`);
    printTable(history.items, occurrenceColumns, 'No occurrences yet.');
  });
  registerPauseChange(schedules, { name: 'pause', isPaused: true });
  registerPauseChange(schedules, { name: 'resume', isPaused: false });
  addCommand(schedules, 'run <schedule>', {
    summary: 'Run a schedule now',
    examples: ['schedules run "Morning round"'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const job = await drover.schedules.run((await selectSchedule(drover, reference))._id);
    if (json) return printJson(job);
    printLine(`Started ${job.name}.`);
    printLine(`  drover logs -f ${job._id}`);
  });
  addCommand(schedules, 'rm <schedule>', {
    summary: 'Delete a schedule and its history; jobs that it started continue',
    examples: ['schedules rm "Morning round"'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const schedule = await selectSchedule(drover, reference);
    await drover.schedules.remove(schedule._id);
    if (json) printJson(schedule);
    else printLine(`Deleted the schedule ${schedule.name}.`);
  });
}

function registerCreate(schedules: Command): void {
  const command = addCommand(schedules, 'create <name> <script>', {
    summary: 'Run a script on a schedule',
    examples: [
      'schedules create "Morning round" hello --selector tag=farm --cron "0 9 * * 1-5"',
      'schedules create check hello --device all --every 15m --overlap queue',
      'schedules create "New year" hello --device box --at 2027-01-01T00:00',
    ],
  });
  addScheduleOptions(addSkipValidation(addJobOptions(command))).action(
    async (name: string, reference: string, options: ScheduleOptions) => {
      const when = readWhen(options);
      const drover = createClient();
      const [{ script }, { request }] = await Promise.all([
        selectScript(drover, reference),
        buildJobRequest(drover, options),
      ]);
      const { overlap, missed, paused: isPaused } = options;
      const job = { scriptId: script._id, ...request };
      const schedule = await drover.schedules.create({ name, when, job, overlap, missed, isPaused });
      if (options.json) printJson(schedule);
      else printNext(schedule);
    },
  );
}

function registerPauseChange(
  schedules: Command,
  { name, isPaused }: { name: string; isPaused: boolean },
): void {
  addCommand(schedules, `${name} <schedule>`, {
    summary: isPaused ? 'Pause a schedule' : 'Resume a schedule at its next time',
    examples: [`schedules ${name} "Morning round"`],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id } = await selectSchedule(drover, reference);
    await drover.schedules.update(_id, { isPaused });
    const schedule = await drover.schedules.get(_id);
    if (json) printJson(schedule);
    else printNext(schedule);
  });
}

function printNext({ name, next, isPaused }: ScheduleSummary): void {
  if (isPaused) return printLine(`${name} is paused.`);
  printLine(next.length > 0 ? `${name} is due next at ${formatLocalTime(next[0])}.` : `${name} has ended.`);
}
