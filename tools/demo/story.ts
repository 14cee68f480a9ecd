import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Drover, type LogLevel, type Run } from '@drover/sdk';
import type { Children } from '../service/children';
import { startAgent, startService, untilReady, type Service } from '../service/service';
import { caption, deviceNames, untilOnline } from './devices';
import { paint, say, step, table, type Colour } from './terminal';

interface Stage {
  children: Children;
  /** The data folder of the server and the agents. */
  folder: string;
  signal: AbortSignal;
}

const vars = { greeting: '你好，牧人！', rounds: 3 };
const levelColours: Partial<Record<LogLevel, Colour>> = { warn: 'yellow', error: 'red', debug: 'dim' };

/** Starts a server and two devices, and runs a script on both. */
export async function tellStory({
  children,
  folder,
  signal,
}: Stage): Promise<{ service: Service; runs: Run[] }> {
  const service = await step('The service is up, on a new embedded database', async () => {
    const started = await startService({ children, folder });
    await untilReady(started, signal);
    return started;
  });
  const drover = new Drover({ baseUrl: service.url, token: service.token });

  const devices = await step('Two agents have enrolled with one key and are connected', async () => {
    const { key } = await drover.enrolmentKeys.create(
      { name: 'Demo', maxUses: deviceNames.length },
      { signal },
    );
    for (const name of deviceNames) startAgent({ children, folder, url: service.url, key, name });
    return untilOnline(drover, signal);
  });

  const script = await step('A development script has its code and its configuration', async () => {
    const created = await drover.devscripts.create({ name: 'Greeting' }, { signal });
    await drover.devscripts.uploadFiles(created._id, await readScript(), { signal });
    return created;
  });

  const { jobId } = await step(`It was asked to run on both, with ${JSON.stringify(vars)}`, () =>
    drover.devscripts.run(script._id, { devices, vars, timeout: 60 }, { signal }),
  );

  say();
  const { items } = await drover.runs.list({ jobId }, { signal });
  await Promise.all(items.map((run) => printLog(drover, run, signal)));
  const runs = await drover.jobs.wait(jobId, { signal });
  say();
  for (const line of table([['Device', 'State', 'Exit code', 'Took', 'Reason'], ...runs.map(row)])) say(line);
  return { service, runs };
}

async function readScript(): Promise<{ code: string; config: string }> {
  const [code, config] = await Promise.all(
    ['greeting.js', 'config.json'].map((name) => readFile(join(__dirname, 'script', name), 'utf8')),
  );
  return { code: code, config: config };
}

async function printLog(drover: Drover, run: Run, signal: AbortSignal): Promise<void> {
  for await (const { level, text } of drover.logs.follow(run._id, { signal, pollIntervalMs: 100 })) {
    const colour = levelColours[level];
    say(`${caption(run.deviceName)} ${paint('dim', '│')} ${colour ? paint(colour, text) : text}`);
  }
}

function row({ deviceName, state, exitCode, startedAt, finishedAt, reason }: Run): string[] {
  const tookMs = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : undefined;
  const took = tookMs === undefined ? '–' : `${(tookMs / 1000).toFixed(1)} s`;
  return [deviceName, state, String(exitCode ?? '–'), took, reason ?? ''];
}
