import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { addCommand } from '../options/add-command';

interface ServeOptions {
  port?: string;
  host?: string;
  data?: string;
}

/** The server, which the repository builds beside this program. */
const serverPath = join(__dirname, '../api/main.js');

/** Registers `drover serve`, which runs the server. The npm package has no server, and therefore no such command. */
export function registerServe(program: Command): void {
  if (!existsSync(serverPath)) return;
  addCommand(program, 'serve', {
    summary: 'Start a server',
    notes:
      'Other settings are environment variables, such as DATABASE_URL, PUBLIC_URL and\nDROVER_ADMIN_TOKEN.',
    examples: ['serve', 'serve --port 8080 --host 0.0.0.0 --data /var/lib/drover'],
  })
    .option('--port <number>', 'Port to listen on (default: $PORT or 3000)')
    .option('--host <address>', 'Address to listen on (default: $HOST or 127.0.0.1)')
    .option('--data <folder>', 'Data directory (default: $DATA_DIR or .drover)')
    .action(({ port, host, data }: ServeOptions) => {
      const settings = { PORT: port, HOST: host, DATA_DIR: data };
      for (const [name, value] of Object.entries(settings))
        if (value !== undefined) process.env[name] = value;
      // The server runs in this process, so that signals and exit codes are its own. It has commands of its own.
      process.argv.splice(2, Infinity, 'start');
      createRequire(__filename)(serverPath);
    });
}
