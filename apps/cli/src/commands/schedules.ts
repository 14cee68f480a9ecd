import type { ScheduleSummary } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { addJobOptions, planJob } from '../job-options';
import { printJson } from '../json';
import { selectSchedule } from '../record-selection';
import { addScheduleOptions, readWhen, type ScheduleOptions } from '../schedule-options';
import { describeWhen, occurrenceColumns, scheduleColumns, showTime } from '../schedule-words';
import { selectScript } from '../script-selection';
import { printTable } from '../table';
import { say } from '../terminal';

const shownOccurrences = 20;

/** `drover schedules`: what runs by itself. */
export function addSchedules(program: Command): void {
  const schedules = addFamily(program, 'schedules', 'list, create, pause or delete schedules');
  addCommand(schedules, 'ls', {
    summary: 'list schedules, newest first, with what became of them last',
    examples: ['schedules'],
  }).action(async ({ json }: CommonOptions) => {
    const page = await connect().schedules.list();
    if (json) printJson(page);
    else printTable(page.items, scheduleColumns, 'No schedules. Make one: drover schedules create --help');
  });
  addCreate(schedules);
  addCommand(schedules, 'show <schedule>', {
    summary: 'show the next times of a schedule, and its newest occurrences',
    examples: ['schedules show "Morning round"'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const { _id } = await selectSchedule(drover, reference);
    const [schedule, history] = await Promise.all([
      drover.schedules.get(_id),
      drover.schedules.listOccurrences(_id, { limit: shownOccurrences }),
    ]);
    if (json) return printJson({ ...schedule, occurrences: history.items });
    say(`${schedule.name}: ${describeWhen(schedule.when)}${schedule.isPaused ? ', paused' : ''}`);
    for (const time of schedule.next) say(`  ${showTime(time)}`);
    printTable(history.items, occurrenceColumns, 'It has not been due yet.');
  });
  addChange(schedules, { name: 'pause', isPaused: true });
  addChange(schedules, { name: 'resume', isPaused: false });
  addCommand(schedules, 'run <schedule>', {
    summary: 'run it now, whatever its times',
    examples: ['schedules run "Morning round"'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const job = await drover.schedules.run((await selectSchedule(drover, reference))._id);
    if (json) return printJson(job);
    say(`Started ${job.name}.`);
    say(`  drover logs -f ${job._id}`);
  });
  addCommand(schedules, 'rm <schedule>', {
    summary: 'delete a schedule with its history; jobs that it started go on',
    examples: ['schedules rm "Morning round"'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const schedule = await selectSchedule(drover, reference);
    await drover.schedules.remove(schedule._id);
    if (json) printJson(schedule);
    else say(`Deleted the schedule ${schedule.name}.`);
  });
}

function addCreate(schedules: Command): void {
  const command = addCommand(schedules, 'create <name> <script>', {
    summary: 'let a script run by itself',
    examples: [
      'schedules create "Morning round" hello --selector tag=farm --cron "0 9 * * 1-5"',
      'schedules create check hello --device all --every 15m --overlap queue',
      'schedules create "New year" hello --device box --at 2027-01-01T00:00',
    ],
  });
  addScheduleOptions(addJobOptions(command)).action(
    async (name: string, reference: string, options: ScheduleOptions) => {
      const when = readWhen(options);
      const drover = connect();
      const [{ script }, { request }] = await Promise.all([
        selectScript(drover, reference),
        planJob(drover, options),
      ]);
      const { overlap, missed, paused: isPaused } = options;
      const job = { scriptId: script._id, ...request };
      const schedule = await drover.schedules.create({ name, when, job, overlap, missed, isPaused });
      if (options.json) printJson(schedule);
      else tellNext(schedule);
    },
  );
}

function addChange(schedules: Command, { name, isPaused }: { name: string; isPaused: boolean }): void {
  addCommand(schedules, `${name} <schedule>`, {
    summary: isPaused ? 'pause a schedule' : 'resume a schedule from its next time on',
    examples: [`schedules ${name} "Morning round"`],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const { _id } = await selectSchedule(drover, reference);
    await drover.schedules.update(_id, { isPaused });
    const schedule = await drover.schedules.get(_id);
    if (json) printJson(schedule);
    else tellNext(schedule);
  });
}

function tellNext({ name, next, isPaused }: ScheduleSummary): void {
  if (isPaused) return say(`${name} is paused.`);
  say(next.length > 0 ? `${name} is due next at ${showTime(next[0])}.` : `${name} is over.`);
}
