import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { addCommand } from '../add-command';
import { Failure } from '../failures';

interface ServeOptions {
  port?: string;
  host?: string;
  data?: string;
}

/** The service as it is built beside this program in the repository. */
const service = join(__dirname, '../api/main.js');

/** `drover serve`: the service itself. */
export function addServe(program: Command): void {
  addCommand(program, 'serve', {
    summary: 'start the service here',
    notes:
      'Further settings are environment variables, such as DATABASE_URL, PUBLIC_URL and\n' +
      'DROVER_ADMIN_TOKEN. The service is part of the repository of Drover, not of this\n' +
      'package: an installed `drover` cannot start it.',
    examples: ['serve', 'serve --port 8080 --host 0.0.0.0 --data /var/lib/drover'],
  })
    .option('--port <number>', 'port to listen on (default: $PORT or 3000)')
    .option('--host <address>', 'address to listen on (default: $HOST or 127.0.0.1)')
    .option('--data <folder>', 'data directory (default: $DATA_DIR or .drover)')
    .action(({ port, host, data }: ServeOptions) => {
      if (!existsSync(service)) {
        throw new Failure(
          'failed',
          'The service is not installed here: this package is the command line alone.',
          ['In the repository of Drover, `npm run drover -- serve` or `npm start` builds and starts it.'],
        );
      }
      const settings = { PORT: port, HOST: host, DATA_DIR: data };
      for (const [name, value] of Object.entries(settings))
        if (value !== undefined) process.env[name] = value;
      // It becomes this process: signals and exit codes are its own.
      createRequire(__filename)(service);
    });
}
