import type { Command } from 'commander';
import { once } from 'node:events';
import { createClient } from '../config/account';
import { DevSession } from '../dev/dev-session';
import { resolveDevscript } from '../dev/devscript-files';
import { watchFiles } from '../dev/file-watcher';
import { Interrupt } from '../input/interrupt';
import { readLocalFile } from '../input/local-files';
import { addCommand, type CommonOptions } from '../options/add-command';
import { collect, parseDuration } from '../options/option-values';
import { addVariableOptions, type VariableOptions } from '../options/variables';
import { printNote, styleError } from '../output/terminal';
import { deviceOptionHelp, selectDevices } from '../selection/select-devices';

interface DevCommandOptions extends CommonOptions, VariableOptions {
  device: string[];
  config?: string;
  script?: string;
  timeout?: number;
}

/** Registers `drover dev`, which runs a local file on devices at each save. */
export function registerDev(program: Command): void {
  const command = addCommand(program, 'dev <file>', {
    summary: 'Run a local file on devices each time it is saved, and show the logs',
    notes:
      'Uploads the file to a development script, which is created the first time. Stack\n' +
      'traces point at the local file and line. Ctrl-C stops the runs.',
    examples: [
      'dev hello.js --device all',
      'dev hello.js --config form.json --vars city=Paris --device lab',
      'dev hello.js --device lab --device "Front desk"',
    ],
  });
  command.requiredOption('--device <device>', deviceOptionHelp, collect);
  addVariableOptions(command)
    .option('--config <file>', 'Form configuration: a JSON array of form fields; also watched')
    .option('--script <script>', 'Name or ID of the development script to use')
    .option('--timeout <duration>', 'Stop runs that take longer, such as 90, 30s, 5m or 2h', parseDuration)
    .action(runDev);
}

async function runDev(file: string, options: DevCommandOptions): Promise<void> {
  readLocalFile(file);
  const { config, script, device, timeout, vars, varsFile, json = false } = options;
  const drover = createClient();
  await selectDevices(drover, device);
  const devscript = await resolveDevscript(drover, file, script);
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
  printNote(styleError('dim', `Watching ${files.join(', ')} as ${devscript.name}. Ctrl-C stops the runs.`));
  await session.run();
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  unwatch();
  await session.stop();
}
