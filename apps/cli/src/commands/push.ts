import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { devscriptFor } from '../devscript-files';
import { printJson } from '../json';
import { readLocalFile } from '../local-files';
import { say } from '../terminal';

interface PushOptions extends CommonOptions {
  config?: string;
  script?: string;
}

/** `drover push`: local files to a development script. */
export function addPush(program: Command): void {
  addCommand(program, 'push <file>', {
    summary: 'upload code, and its configuration form, to a development script',
    notes:
      'Without --script the files go to the script that was made for this file; the\nfirst time, one is made.',
    examples: ['push hello.js', 'push hello.js --config form.json', 'push build/main.js --script hello'],
  })
    .option('--config <file>', 'the configuration: a JSON array of form fields')
    .option('--script <script>', 'name or id of the development script')
    .action(async (file: string, { config, script, json }: PushOptions) => {
      const code = readLocalFile(file);
      const form = config === undefined ? undefined : readLocalFile(config);
      const drover = connect();
      const { _id, name } = await devscriptFor(drover, file, script);
      await drover.devscripts.uploadFiles(_id, { code, config: form });
      if (json) return printJson(await drover.devscripts.get(_id));
      say(`Uploaded ${[file, config].filter(Boolean).join(' and ')} to ${name}.`);
      say(`  drover run devscript:${_id} --device all --follow`);
    });
}
