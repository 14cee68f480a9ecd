import { createLog } from './http/logging';
import { startServer } from './server';
import { readSettings } from './context/settings';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.LOG_LEVEL);
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

main().catch((error: Error) => {
  process.stderr.write(`drover: ${error.message}\n`);
  process.exit(1);
});
