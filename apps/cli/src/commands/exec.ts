import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { readLocalFile, readStdin } from '../input/local-files';
import { reportJob } from '../jobs/report-job';
import { addCommand } from '../options/add-command';
import { addJobOptions, buildJobRequest, type JobOptions } from '../options/job-options';
import { createLocationMapper } from '../output/source-locations';

/** The file name of executed code on the device. */
const executedFile = 'execute.js';

interface ExecOptions extends Omit<JobOptions, 'file'> {
  code?: string;
  inputFile?: string[];
  file?: string;
  detach?: boolean;
}

/** Registers `drover exec`, which runs code without saving it as a script. */
export function registerExec(program: Command): void {
  const command = addCommand(program, 'exec', {
    summary: 'Run code once, and follow its logs',
    notes:
      'Reads the code from -c, from a file, or from standard input. The exit code is 1\nunless every run succeeded. Ctrl-C asks whether to stop the runs.',
    examples: [
      `exec -c 'console.log(process.platform)' --device all --online`,
      'exec -f cleanup.js --device lab --timeout 30s',
      `exec -c 'read(drover.files.get("list"))' --device lab --input-file list=./list.csv`,
      'exec --device box --vars city=Paris < hello.js',
    ],
  });
  // --file is the file with the code.
  addJobOptions(command, '--input-file')
    .option('-c, --code <code>', 'Code to run')
    .option('-f, --file <file>', 'File with the code; - reads standard input')
    .option('-d, --detach', 'Start the runs and exit')
    .action(async (options: ExecOptions) => {
      const drover = createClient();
      const code = await readCode(options);
      const { devices, request } = await buildJobRequest(drover, { ...options, file: options.inputFile });
      const { _id: jobId } = await drover.jobs.create({ ...request, code });
      const { file, detach = false, json = false } = options;
      const mapText = file && file !== '-' ? createLocationMapper(executedFile, file) : undefined;
      await reportJob(
        drover,
        { jobId, devices },
        { isFollowing: !detach, isWaiting: false, isJson: json, mapText },
      );
    });
}

async function readCode({ code, file }: ExecOptions): Promise<string> {
  if (code !== undefined && file !== undefined) throw new CliError('usage', 'Use either -c or -f, not both.');
  if (code !== undefined) return code;
  if (file !== undefined && file !== '-') return readLocalFile(file);
  if (file === undefined && process.stdin.isTTY) {
    throw new CliError('usage', 'No code given. Use -c or -f, or pipe it to standard input.');
  }
  return readStdin();
}
