import type { Command } from 'commander';
import { addCommand } from '../add-command';
import { connect } from '../configuration';
import { Failure } from '../failures';
import { addJobOptions, planJob, tellJob, type JobOptions } from '../job-options';
import { readInput, readLocalFile } from '../local-files';
import { localPlaces } from '../places';

/** What scripts that are run once are called on the device. */
const executedFile = 'execute.js';

interface ExecOptions extends JobOptions {
  code?: string;
  file?: string;
  detach?: boolean;
}

/** `drover exec`: a piece of code, once. */
export function addExec(program: Command): void {
  const command = addCommand(program, 'exec', {
    summary: 'run a piece of code once, and show its log lines as they come',
    notes:
      'The code comes from -c, from a file, or from the standard input. The exit code\nis 1 unless every run succeeded. Ctrl-C asks whether to stop the runs.',
    examples: [
      `exec -c 'console.log(process.platform)' --device all --online`,
      'exec -f cleanup.js --device lab --timeout 30s',
      'exec --device box --vars city=Paris < hello.js',
    ],
  });
  addJobOptions(command)
    .option('-c, --code <code>', 'the code itself')
    .option('-f, --file <file>', 'a file with the code; - is the standard input')
    .option('-d, --detach', 'do not stay with the runs')
    .action(async (options: ExecOptions) => {
      const drover = connect();
      const code = await readCode(options);
      const { devices, request } = await planJob(drover, options);
      const { _id: jobId } = await drover.jobs.create({ ...request, code });
      const { file, detach = false, json = false } = options;
      const place = file && file !== '-' ? localPlaces(executedFile, file) : undefined;
      await tellJob(
        drover,
        { jobId, devices },
        { isFollowing: !detach, isWaiting: false, isJson: json, place },
      );
    });
}

async function readCode({ code, file }: ExecOptions): Promise<string> {
  if (code !== undefined && file !== undefined)
    throw new Failure('usage', 'Give the code by -c or by -f, not both.');
  if (code !== undefined) return code;
  if (file !== undefined && file !== '-') return readLocalFile(file);
  if (file === undefined && process.stdin.isTTY) {
    throw new Failure('usage', 'Which code? Give it by -c, by -f, or through the standard input.');
  }
  return readInput();
}
