#!/usr/bin/env node
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { createProject, CreateError, TEMPLATES } from './create-project';

const templates = Object.entries(TEMPLATES);
const usage = `Usage: npm create drover <folder> [-- --template <template>]

Creates a script for Drover, with a unit test.

Templates:
${templates.map(([name, summary]) => `  ${name.padEnd(6)} ${summary}`).join('\n')}
`;

function main(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    options: {
      template: { type: 'string', short: 't', default: 'node' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help) return void process.stdout.write(usage);
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1)
    throw new CreateError(`Name the folder to create.\n\n${usage}`);
  createProject(folder, { template: values.template, version, templates: join(__dirname, 'templates') });
  const next = ['npm install', 'npm test', 'npx drover login', 'npm run push'];
  process.stdout.write(`Created ${folder}. Next:\n\n  cd ${folder}\n  ${next.join('\n  ')}\n`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isUsage = error instanceof CreateError || String(code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && code === undefined) throw error;
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
