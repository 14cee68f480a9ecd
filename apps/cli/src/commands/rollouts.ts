import type { RerunJob, UpdateRollout } from '@drover/sdk';
import { Option, type Command } from 'commander';
import { addCommand, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { attendJob } from '../job-attendance';
import { printJson } from '../json';
import { printRollout } from '../rollout-table';
import { say } from '../terminal';

const codes = ['same', 'current'];

/** `drover jobs pause`, `resume`, `abort`, `rerun`. */
export function addRolloutCommands(jobs: Command): void {
  jobs.enablePositionalOptions();
  addCommand(jobs, 'pause <job>', {
    summary: 'release no further devices of a roll-out until it is resumed',
    examples: ['jobs pause 65f1c0ffee65f1c0ffee65f1'],
  }).action((jobId: string, { json = false }: CommonOptions) => update(jobId, { state: 'paused' }, json));
  addCommand(jobs, 'resume <job>', {
    summary: 'let a roll-out go on that was paused or stopped itself, with the devices that are left',
    examples: ['jobs resume 65f1c0ffee65f1c0ffee65f1 --code current'],
  })
    .addOption(new Option('--code <which>', "the job's code, or the script's as it is now").choices(codes))
    .action((jobId: string, { code, json = false }: CommonOptions & Pick<UpdateRollout, 'code'>) =>
      update(jobId, { state: 'running', code }, json),
    );
  addCommand(jobs, 'abort <job>', {
    summary: 'cancel what a roll-out has not released; what runs goes on',
    examples: ['jobs abort 65f1c0ffee65f1c0ffee65f1'],
  }).action((jobId: string, { json = false }: CommonOptions) => update(jobId, { state: 'aborted' }, json));
  addRerun(jobs);
}

function addRerun(jobs: Command): void {
  addCommand(jobs, 'rerun <job>', {
    summary: 'run a job again, as a new one, where it failed, where no device had it in time, or everywhere',
    examples: ['jobs rerun 65f1c0ffee65f1c0ffee65f1 --which failed --code current --wait'],
  })
    .addOption(
      new Option('--which <devices>', 'on which of its devices')
        .choices(['failed', 'offline', 'all'])
        .default('failed'),
    )
    .addOption(new Option('--code <which>', "the job's code, or the script's as it is now").choices(codes))
    .option('-w, --wait', 'wait for all runs, then show what became of them')
    .action(async (jobId: string, options: CommonOptions & RerunJob & { wait?: boolean }) => {
      const drover = connect();
      const { which, code, wait = false, json = false } = options;
      const job = await drover.jobs.rerun(jobId, { which, code });
      if (wait) {
        return attendJob({ drover, jobId: job._id, isFollowing: false, deviceNames: [], isJson: json });
      }
      if (json) return printJson(job);
      say(`Started.\n  drover jobs ${job._id}`);
    });
}

async function update(jobId: string, change: UpdateRollout, isJson: boolean): Promise<void> {
  const drover = connect();
  await drover.jobs.updateRollout(jobId, change);
  const job = await drover.jobs.get(jobId);
  if (isJson) printJson(job);
  else if (job.rollout) printRollout(job.rollout);
}
