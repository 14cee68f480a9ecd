import { setFlagsFromString } from 'node:v8';
import { createLog } from '../http/logging';
import { startServer } from '../server';
import type { CommandInput } from './command-input';

/**
 * Growth of the heap, in percent, after which V8 runs a full garbage collection. Each one delays requests by tens of
 * milliseconds. V8 would run one after as little as 10 %.
 */
const heapGrowingPercent = 100;

/** Starts the server, which runs until SIGTERM or SIGINT. */
export async function start({ settings, warnings }: CommandInput): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
  const log = createLog(settings);
  for (const warning of warnings) log.warn(warning);
  const server = await startServer(settings, log);
  log.info({ url: server.url, publicUrl: server.context.publicUrl }, 'Drover is ready');

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
