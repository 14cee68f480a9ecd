import type { MissedPolicy, Overlap, When } from '@drover/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CliError } from '../errors/cli-error';
import type { JobOptions } from './job-options';
import { parseDuration } from './option-values';

/** Options of a schedule, in addition to those of its job. */
export interface ScheduleOptions extends JobOptions {
  cron?: string;
  timeZone?: string;
  at?: string;
  every?: number;
  overlap?: Overlap;
  missed?: MissedPolicy;
  paused?: boolean;
}

export function addScheduleOptions(command: Command): Command {
  return command
    .option('--cron <expression>', 'Cron expression of five fields, such as "0 9 * * 1-5"')
    .option('--time-zone <zone>', "Time zone of the cron expression (default: this computer's)")
    .option('--at <time>', 'Run once at a local time such as 2026-12-24T18:00; append Z for UTC')
    .option('--every <duration>', 'Run at an interval of whole minutes, such as 5m or 2h', parseMinutes)
    .addOption(
      new Option('--overlap <policy>', 'What to do if the previous job is still running').choices([
        'skip',
        'replace',
        'queue',
      ]),
    )
    .addOption(
      new Option('--missed <policy>', 'What to do if the server was down at the scheduled time').choices([
        'run_once',
        'skip',
      ]),
    )
    .option('--paused', 'Create the schedule paused');
}

/** Reads when the schedule is due. Requires exactly one of the three options. */
export function readWhen({ cron, timeZone, at, every }: ScheduleOptions): When {
  const values = [cron, at, every].filter((value) => value !== undefined);
  if (values.length !== 1) throw new CliError('usage', 'Use exactly one of --cron, --at and --every.');
  if (cron !== undefined) return { cron, timeZone: timeZone ?? getLocalTimeZone() };
  if (every !== undefined) return { everyMinutes: every };
  const time = new Date(at ?? '');
  if (Number.isNaN(time.getTime())) {
    throw new CliError('usage', '--at must be a time such as 2026-12-24T18:00 or 2026-12-24T18:00:00Z.');
  }
  return { at: time.toISOString() };
}

export function getLocalTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function parseMinutes(text: string): number {
  const seconds = parseDuration(text);
  if (seconds % 60 === 0) return seconds / 60;
  throw new InvalidArgumentError('It must be a duration of whole minutes, such as 5m or 2h.');
}
