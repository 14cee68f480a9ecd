import type { Command } from 'commander';
import { createClient } from '../config/account';
import { resolveDevscript } from '../dev/devscript-files';
import { readLocalFile } from '../input/local-files';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { printLine } from '../output/terminal';

interface PushOptions extends CommonOptions {
  config?: string;
  script?: string;
}

/** Registers `drover push`, which uploads local files to a development script. */
export function registerPush(program: Command): void {
  addCommand(program, 'push <file>', {
    summary: 'Upload code and its form configuration to a development script',
    notes: 'Without --script, uploads to the script of this file, which is created the first\ntime.',
    examples: ['push hello.js', 'push hello.js --config form.json', 'push build/main.js --script hello'],
  })
    .option('--config <file>', 'Form configuration: a JSON array of form fields')
    .option('--script <script>', 'Name or ID of the development script')
    .action(async (file: string, { config, script, json }: PushOptions) => {
      const code = readLocalFile(file);
      const form = config === undefined ? undefined : readLocalFile(config);
      const drover = createClient();
      const { _id, name } = await resolveDevscript(drover, file, script);
      await drover.devscripts.uploadFiles(_id, { code, config: form });
      if (json) return printJson(await drover.devscripts.get(_id));
      printLine(`Uploaded ${[file, config].filter(Boolean).join(' and ')} to ${name}.`);
      printLine(`  drover run devscript:${_id} --device all --follow`);
    });
}
