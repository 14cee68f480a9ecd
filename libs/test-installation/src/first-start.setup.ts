import { eventually } from './eventually';
import { firstStart } from './first-start';
import { Program, scratchFolder } from './programs';

const patienceMs = 60_000;

/** Starts a server once for all specs of a run, and keeps what it made. */
async function prepare(): Promise<void> {
  const { path } = await scratchFolder();
  process.env[firstStart] = path;
  const server = new Program('api', { env: { DATA_DIR: path, PORT: '0' } });
  await eventually(
    async () => server.output,
    (output) => output.includes('Drover is ready'),
    patienceMs,
  );
  await server.stop();
}

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export
export default prepare;
