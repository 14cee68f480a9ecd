import type { AgentUpdates, UpdateWindow } from '@drover/sdk';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { createClient } from '../config/account';
import { reportJob } from '../jobs/report-job';
import { addCommand, type CommonOptions } from '../options/add-command';
import {
  addDeviceOptions,
  addReleaseOptions,
  buildReleaseRequest,
  type ReleaseOptions,
} from '../options/job-options';
import { getLocalTimeZone } from '../options/schedule-options';
import { printJson } from '../output/json';
import { printLine } from '../output/terminal';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

interface WindowOptions extends CommonOptions {
  window?: Pick<UpdateWindow, 'from' | 'to'>;
  days?: number[];
  timeZone?: string;
}

/** Registers `drover devices update`. */
export function registerUpdateAgents(devices: Command): void {
  const command = addCommand(devices, 'update', {
    summary: 'Update the agents of devices to the version of the server',
    notes:
      'Each device waits until its runs have ended. It goes back to its former agent if the\nnew one does not connect within a minute. With --wait, the exit code is 1 unless every\nupdate succeeded.',
    examples: [
      'devices update --device box --wait',
      'devices update --selector all --waves 1,10,25 --stop-after-failed 0',
      'devices update --selector tag=farm --deliver-within 2h --retries 1',
    ],
  });
  addReleaseOptions(addDeviceOptions(command).option('--online', 'Update online devices only'))
    .option('-w, --wait', 'Wait for all updates, then show their results')
    .action(async ({ wait = false, json = false, ...options }: ReleaseOptions & { wait?: boolean }) => {
      const drover = createClient();
      const { devices, request } = await buildReleaseRequest(drover, options);
      const { _id: jobId } = await drover.jobs.updateAgents(request);
      await reportJob(drover, { jobId, devices }, { isFollowing: false, isWaiting: wait, isJson: json });
    });
}

/** Registers `drover devices auto-update`. */
export function registerAutomaticUpdates(devices: Command): void {
  addCommand(devices, 'auto-update', {
    summary: 'Show or set whether the server updates outdated agents by itself: on or off',
    notes:
      'The server updates connected devices in waves, and stops if the update fails on one of\nthem. With --window, updates start only in that time. A window whose end is not after\nits start ends on the next day.',
    examples: [
      'devices auto-update',
      'devices auto-update on --window 02:00-04:00 --days sat,sun --time-zone Europe/Berlin',
      'devices auto-update off',
    ],
  })
    .addArgument(new Argument('[state]', 'on or off').choices(['on', 'off']))
    .option('--window <from-to>', 'Local times of the maintenance window, such as 02:00-04:00', parseWindow)
    .option(
      '--days <days>',
      'Days on which the window starts, such as sat,sun (default: every day)',
      parseDays,
    )
    .option('--time-zone <zone>', "Time zone of the window (default: this computer's)")
    .action(async (state: string | undefined, { window, json, ...options }: WindowOptions) => {
      const drover = createClient();
      if (state !== undefined) {
        const timeZone = options.timeZone ?? getLocalTimeZone();
        await drover.agentUpdates.update({
          isAutomatic: state === 'on',
          window: window ? { ...window, timeZone, days: options.days } : null,
        });
      }
      const settings = await drover.agentUpdates.get();
      if (json) printJson(settings);
      else printLine(describe(settings));
    });
}

function describe({ isAutomatic, window }: AgentUpdates): string {
  if (!isAutomatic) return 'Off: drover devices update updates agents.';
  if (!window) return 'On, at any time.';
  const on = window.days ? ` on ${window.days.map((day) => days[day - 1]).join(', ')}` : ' every day';
  return `On, from ${window.from} to ${window.to}${on} (${window.timeZone}).`;
}

function parseWindow(text: string): Pick<UpdateWindow, 'from' | 'to'> {
  const [from = '', to = '', ...others] = text.split('-');
  if (from && to && others.length === 0) return { from, to };
  throw new InvalidArgumentError('It must be two times, such as 02:00-04:00.');
}

function parseDays(text: string): number[] {
  const chosen = text.split(',').map((name) => days.indexOf(name.trim().slice(0, 3).toLowerCase()) + 1);
  if (!chosen.includes(0)) return chosen;
  throw new InvalidArgumentError(`It must name days, such as ${days.join(',')}.`);
}
