import type { Drover, RunRequest } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand } from '../add-command';
import { connect } from '../configuration';
import { addJobOptions, planJob, tellJob, type JobOptions } from '../job-options';
import { selectScript, type Runnable } from '../script-selection';

interface RunOptions extends JobOptions {
  wait?: boolean;
  follow?: boolean;
}

/** `drover run`: a script that is kept on the service, on many devices. */
export function addRun(program: Command): void {
  const command = addCommand(program, 'run <script>', {
    summary: 'run a script on devices: one in development or a published one, by name, slug or id',
    notes:
      'With --wait or --follow the exit code is 1 unless every run succeeded, and\nCtrl-C asks whether to stop the runs.',
    examples: [
      'run hello --device all --follow',
      'run hello --device lab --vars city=Paris --vars rounds:=3 --wait',
      'run script:a1b2c --device "Front desk" --deliver-within 2h',
    ],
  });
  addJobOptions(command)
    .option('-w, --wait', 'wait for all runs, then show what became of them')
    .option('-f, --follow', 'the same, and show log lines as they come')
    .action(async (reference: string, options: RunOptions) => {
      const drover = connect();
      const [runnable, { devices, request }] = await Promise.all([
        selectScript(drover, reference),
        planJob(drover, options),
      ]);
      const { jobId } = await start(drover, runnable, request);
      const { follow = false, wait = false, json = false } = options;
      await tellJob(drover, { jobId, devices }, { isFollowing: follow, isWaiting: wait, isJson: json });
    });
}

function start(drover: Drover, { kind, script }: Runnable, request: RunRequest) {
  return kind === 'script'
    ? drover.scripts.run(script._id, request)
    : drover.devscripts.run(script._id, request);
}
