import type { Command } from 'commander';
import { once } from 'node:events';
import { addCommand, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { DevSession } from '../dev-session';
import { devicesUsage, selectDevices } from '../device-selection';
import { devscriptFor } from '../devscript-files';
import { watchFiles } from '../file-watcher';
import { Interrupt } from '../interrupt';
import { readLocalFile } from '../local-files';
import { collect } from '../option-values';
import { parseSeconds } from '../seconds';
import { note, paintError } from '../terminal';
import { addVariableOptions, type VariableOptions } from '../variables';

interface DevCommandOptions extends CommonOptions, VariableOptions {
  device: string[];
  config?: string;
  script?: string;
  timeout?: number;
}

/** `drover dev`: a local file on real devices, run again at each save. */
export function addDev(program: Command): void {
  const command = addCommand(program, 'dev <file>', {
    summary: 'run a local file on devices each time it is saved, and show their log lines',
    notes:
      'The file goes to a development script that is made for it the first time. Stack\n' +
      'traces point at the local file and line. Ctrl-C stops the runs.',
    examples: [
      'dev hello.js --device all',
      'dev hello.js --config form.json --vars city=Paris --device lab',
      'dev hello.js --device lab --device "Front desk"',
    ],
  });
  command.requiredOption('--device <device>', devicesUsage, collect);
  addVariableOptions(command)
    .option('--config <file>', 'the configuration: a JSON array of form fields, watched as well')
    .option('--script <script>', 'name or id of the development script to use')
    .option('--timeout <time>', 'end runs that take longer: 90, 30s, 5m, 2h', parseSeconds)
    .action(develop);
}

async function develop(file: string, options: DevCommandOptions): Promise<void> {
  readLocalFile(file);
  const { config, script, device, timeout, vars, varsFile, json = false } = options;
  const drover = connect();
  await selectDevices(drover, device);
  const devscript = await devscriptFor(drover, file, script);
  const session = new DevSession({
    drover,
    devscript,
    file,
    configFile: config,
    variables: { vars, varsFile },
    devices: device,
    timeout,
    isJson: json,
  });
  const files = [file, config, varsFile].filter((path) => path !== undefined);
  const interrupt = new Interrupt();
  const unwatch = watchFiles(files, () => void session.run());
  note(paintError('dim', `Watching ${files.join(', ')} as ${devscript.name}. Ctrl-C stops the runs.`));
  await session.run();
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  unwatch();
  await session.stop();
}
