import type { MissedPolicy, Overlap, When } from '@drover/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Failure } from './failures';
import type { JobOptions } from './job-options';
import { parseSeconds } from './seconds';

/** What the command line says of a schedule beside its job. */
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
    .option('--cron <expression>', 'minute, hour, day of the month, month, day of the week: "0 9 * * 1-5"')
    .option('--time-zone <zone>', 'zone of the cron expression (default: that of this computer)')
    .option('--at <time>', 'once: 2026-12-24T18:00, on the clock of this computer, or with a Z in UTC')
    .option('--every <time>', 'every so many minutes: 5m, 2h', parseMinutes)
    .addOption(
      new Option('--overlap <policy>', 'if the last one still runs').choices(['skip', 'replace', 'queue']),
    )
    .addOption(
      new Option('--missed <policy>', 'if the service was down at its time').choices(['run_once', 'skip']),
    )
    .option('--paused', 'not before it is resumed');
}

/** When it is due; nothing where no option says so. */
export function readWhen({ cron, timeZone, at, every }: ScheduleOptions): When {
  const ways = [cron, at, every].filter((way) => way !== undefined);
  if (ways.length !== 1) throw new Failure('usage', 'When? Say it by one of --cron, --at and --every.');
  if (cron !== undefined) return { cron, timeZone: timeZone ?? ownZone() };
  if (every !== undefined) return { everyMinutes: every };
  const time = new Date(at ?? '');
  if (Number.isNaN(time.getTime())) {
    throw new Failure('usage', '--at must be a time such as 2026-12-24T18:00 or 2026-12-24T18:00:00Z.');
  }
  return { at: time.toISOString() };
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function parseMinutes(text: string): number {
  const seconds = parseSeconds(text);
  if (seconds % 60 === 0) return seconds / 60;
  throw new InvalidArgumentError('It must be whole minutes, such as 5m or 2h.');
}
