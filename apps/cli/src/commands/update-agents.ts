import type { Command } from 'commander';
import { createClient } from '../config/account';
import { reportJob } from '../jobs/report-job';
import { addCommand } from '../options/add-command';
import {
  addDeviceOptions,
  addReleaseOptions,
  buildReleaseRequest,
  type ReleaseOptions,
} from '../options/job-options';

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
