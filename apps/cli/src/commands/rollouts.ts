import type { RerunJob, UpdateRollout } from '@drover/sdk';
import { type Command, Option } from 'commander';
import { createClient } from '../config/account';
import { watchJob } from '../jobs/watch-job';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { printRollout } from '../output/rollout-table';
import { printLine } from '../output/terminal';

const codeVersions = ['same', 'current'];

/** Registers `drover jobs pause`, `resume`, `abort` and `rerun`. */
export function registerRollouts(jobs: Command): void {
  jobs.enablePositionalOptions();
  addCommand(jobs, 'pause <job>', {
    summary: 'Pause a rollout; no further devices are released',
    examples: ['jobs pause 65f1c0ffee65f1c0ffee65f1'],
  }).action((jobId: string, { json = false }: CommonOptions) =>
    updateRollout(jobId, { state: 'paused' }, json),
  );
  addCommand(jobs, 'resume <job>', {
    summary: 'Resume a paused or stopped rollout with the remaining devices',
    examples: ['jobs resume 65f1c0ffee65f1c0ffee65f1 --code current'],
  })
    .addOption(
      new Option('--code <version>', 'Version to run: same as before, or current').choices(codeVersions),
    )
    .action((jobId: string, { code, json = false }: CommonOptions & Pick<UpdateRollout, 'code'>) =>
      updateRollout(jobId, { state: 'running', code }, json),
    );
  addCommand(jobs, 'abort <job>', {
    summary: 'Abort a rollout; released runs continue, the others are canceled',
    examples: ['jobs abort 65f1c0ffee65f1c0ffee65f1'],
  }).action((jobId: string, { json = false }: CommonOptions) =>
    updateRollout(jobId, { state: 'aborted' }, json),
  );
  registerRerun(jobs);
}

type RerunOptions = Pick<RerunJob, 'which' | 'code'> & { failure?: string; wait?: boolean };

function registerRerun(jobs: Command): void {
  addCommand(jobs, 'rerun <job>', {
    summary: 'Rerun a job on its failed, offline or all devices',
    examples: [
      'jobs rerun 65f1c0ffee65f1c0ffee65f1 --which failed --code current --wait',
      'jobs rerun 65f1c0ffee65f1c0ffee65f1 --failure 0123456789abcdef01234567',
    ],
  })
    .addOption(
      new Option(
        '--which <devices>',
        'Devices to run on: failed (default), offline (the run was not delivered in time) or all',
      ).choices(['failed', 'offline', 'all']),
    )
    .addOption(
      new Option(
        '--failure <id>',
        'Run on the devices that failed in this way; see drover jobs failures',
      ).conflicts('which'),
    )
    .addOption(
      new Option('--code <version>', 'Version to run: same as before, or current').choices(codeVersions),
    )
    .option('-w, --wait', 'Wait for all runs, then show their results')
    .action(async (jobId: string, options: CommonOptions & RerunOptions) => {
      const drover = createClient();
      const { which = 'failed', failure, code, wait = false, json = false } = options;
      const devices = failure === undefined ? { which } : { failureId: failure };
      const job = await drover.jobs.rerun(jobId, { ...devices, code });
      if (wait) {
        return watchJob({ drover, jobId: job._id, isFollowing: false, deviceNames: [], isJson: json });
      }
      if (json) return printJson(job);
      printLine(`Started.\n  drover jobs ${job._id}`);
    });
}

async function updateRollout(jobId: string, change: UpdateRollout, isJson: boolean): Promise<void> {
  const drover = createClient();
  await drover.jobs.updateRollout(jobId, change);
  const job = await drover.jobs.get(jobId);
  if (isJson) printJson(job);
  else if (job.rollout) printRollout(job.rollout);
}
