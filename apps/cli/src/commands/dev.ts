import type { Command } from 'commander';
import { once } from 'node:events';
import { createClient } from '../config/account';
import { DevSession } from '../dev/dev-session';
import { PlainSource, ProjectSource, type DevSource } from '../dev/dev-source';
import { watchFiles } from '../dev/file-watcher';
import { CliError } from '../errors/cli-error';
import { Interrupt } from '../input/interrupt';
import { addCommand, type CommonOptions } from '../options/add-command';
import { collect, parseDuration } from '../options/option-values';
import { addVariableOptions, type VariableOptions } from '../options/variables';
import { printNote, styleError } from '../output/terminal';
import { findProject } from '../projects/find-project';
import { ProjectFolder } from '../projects/project-folder';
import { deviceOptionHelp, selectDevices } from '../selection/select-devices';

interface DevCommandOptions extends CommonOptions, VariableOptions {
  device: string[];
  config?: string;
  script?: string;
  strict?: boolean;
  timeout?: number;
}

/** Registers `drover dev`, which runs a local file on devices at each save. */
export function registerDev(program: Command): void {
  const command = addCommand(program, 'dev [path]', {
    summary: 'Run a local file or project on devices each time it is saved, and show the logs',
    notes:
      'Uploads the file to a development script, which is created the first time. In a\n' +
      'folder with a drover.json, builds and uploads the project. Stack traces point at\n' +
      'the local file and line. Ctrl-C stops the runs.',
    examples: [
      'dev hello.js --device all',
      'dev hello.js --config form.json --vars city=Paris --device lab',
      'dev hello.js --device lab --device "Front desk"',
      'dev --device lab',
    ],
  });
  command.requiredOption('--device <device>', deviceOptionHelp, collect);
  addVariableOptions(command)
    .option('--config <file>', 'Form configuration: a JSON array of form fields; also watched')
    .option('--script <script>', 'Name or ID of the development script to use')
    .option('--strict', 'Do not run a project with type errors')
    .option('--timeout <duration>', 'Stop runs that take longer, such as 90, 30s, 5m or 2h', parseDuration)
    .action(runDev);
}

async function runDev(path: string | undefined, options: DevCommandOptions): Promise<void> {
  const { script, device, timeout, vars, varsFile, json = false } = options;
  const source = await openSource(path, options);
  const drover = createClient();
  await selectDevices(drover, device);
  const devscript = await source.resolveDevscript(drover, script);
  const interrupt = new Interrupt();
  let unwatch = () => {};
  const watch = (files: string[]) => {
    unwatch();
    unwatch = watchFiles([...files, ...(varsFile === undefined ? [] : [varsFile])], () => void session.run());
  };
  const session = new DevSession({
    ...{ drover, devscript, source, timeout },
    variables: { vars, varsFile },
    devices: device,
    isJson: json,
    onUpload: watch,
  });
  watch(source.files);
  printNote(styleError('dim', `Watching ${source.title} as ${devscript.name}. Ctrl-C stops the runs.`));
  await session.run();
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  unwatch();
  await session.stop();
}

async function openSource(
  path: string | undefined,
  { config, strict = false }: DevCommandOptions,
): Promise<DevSource> {
  const folder = findProject(path);
  if (folder === undefined) return new PlainSource(path ?? '', config);
  if (config !== undefined) throw new CliError('usage', 'Name the form configuration in drover.json.');
  return new ProjectSource(await ProjectFolder.open(folder), strict);
}
