/**
 * `npm run clean-root` follows docs/agents.md on a machine that has nothing but Debian with systemd, and no Node: the line of
 * the console, a script, a restart, the stop of a run whose processes try to escape, an update, and the removal. Prints what
 * it took.
 * Needs root, debootstrap and systemd-nspawn, and the executable for this machine: `npm run executables -- linux-x64`.
 */
import { Drover, type Run } from '@drover/sdk';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Children } from '../service/children';
import { startService, untilReady } from '../service/service';
import { Container } from './container';
import { newVersion, packNewAgent } from './new-agent';
import { escapingScript, marker } from './escaping-script';

const storyTimeMs = 600_000;

const stop = new AbortController();
const { signal } = stop;
const children = new Children((error) => stop.abort(error));
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(new Error(name)));

async function main(): Promise<void> {
  const timer = setTimeout(() => stop.abort(new Error('It took too long.')), storyTimeMs);
  const folder = await mkdtemp(join(tmpdir(), 'drover-clean-root-'));
  const container = new Container('drover-clean-root', folder);
  try {
    const { url, token, ...service } = await startService({
      children,
      folder,
      settings: { LOG_LEVEL: 'error', AGENT_FILES: packNewAgent(folder) },
    });
    await untilReady({ url, ...service }, signal);
    await container.untilBooted(signal);
    await tellStory(new Drover({ baseUrl: url, token, retries: 5 }), container, url);
  } finally {
    clearTimeout(timer);
    await container.stop();
    await children.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tellStory(drover: Drover, container: Container, url: string): Promise<void> {
  assert.notEqual((await container.run('command -v node')).code, 0);
  const { key } = await drover.enrolmentKeys.create({});
  const line = `curl -fsSL ${url}/install.sh | DROVER_ENROLMENT_KEY=${key} sh -s -- --name bare`;

  const startedAt = performance.now();
  const { code, output } = await container.run(line);
  assert.equal(code, 0, output);
  await untilOnline(drover, true);
  const first = await runScript(drover, 'console.log(process.version)');
  assert.equal(first.state, 'succeeded', first.reason ?? '');
  say(
    `From the line to the end of the first script: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  assert.match((await container.run(line)).output, /running already/);
  say('A second run of the line changed nothing.');

  await container.restart(signal);
  await untilOnline(drover, true);
  assert.equal((await runScript(drover, 'console.log(1)')).state, 'succeeded');
  say('After a restart of the machine, the device is online and runs scripts.');

  await stopEscapingRun(drover, container);
  say('After the stop of a run, none of the processes that it had detached is left.');

  await updateAgent(drover);
  await container.restart(signal);
  await untilOnline(drover, true);
  assert.equal((await getDevice(drover)).appVersion, newVersion);
  say(`After an update and a restart, the agent has the version ${newVersion}.`);

  assert.equal((await container.run('drover-agent service status')).code, 0);
  const removal = await container.run(`curl -fsSL ${url}/install.sh | sh -s -- --uninstall`);
  assert.equal(removal.code, 0, removal.output);
  const left = "find / -xdev -name '*drover*' -not -path '/proc/*' -not -path '/var/log/*'; id drover-agent";
  assert.doesNotMatch((await container.run(left)).output, /^(\/|uid)/m);
  // Alone, because it would find a shell whose line contains the name.
  assert.equal((await container.run("pgrep -af '[d]rover-agent'")).output, '');
  say('After the removal, nothing is left.');
}

async function stopEscapingRun(drover: Drover, container: Container): Promise<void> {
  const { _id: jobId } = await drover.jobs.create({
    code: escapingScript,
    devices: await listDevices(drover),
  });
  const count = async () =>
    Number((await container.run(`pgrep -fc '[${marker[0]}]${marker.slice(1)}'`)).output);
  while ((await count()) < 2) await delay(200, undefined, { signal });
  await drover.runs.stop({ devices: await listDevices(drover) });
  const run = await untilEnded(drover, jobId);
  assert.equal(run.state, 'stopped');
  assert.equal(await count(), 0);
}

/** Updates the agent, which takes part of a minute, and runs a script with the new version. */
async function updateAgent(drover: Drover): Promise<void> {
  const { _id } = await drover.jobs.updateAgents({ devices: await listDevices(drover) });
  const update = await untilEnded(drover, _id);
  assert.equal(update.state, 'succeeded', update.reason ?? '');
  assert.equal((await runScript(drover, 'console.log(2)')).state, 'succeeded');
}

async function getDevice(drover: Drover) {
  const [device] = await listDevices(drover);
  assert(device);
  return device;
}

const listDevices = async (drover: Drover) => (await drover.devices.list({})).items;

async function untilOnline(drover: Drover, online: boolean): Promise<void> {
  while ((await drover.devices.list({ online })).count === 0) await delay(100, undefined, { signal });
}

async function runScript(drover: Drover, code: string): Promise<Run> {
  const { _id } = await drover.jobs.create({ code, devices: await listDevices(drover) });
  return untilEnded(drover, _id);
}

async function untilEnded(drover: Drover, jobId: string): Promise<Run> {
  for (;;) {
    const [run] = (await drover.runs.list({ jobId })).items;
    if (run?.finishedAt) return run;
    await delay(100, undefined, { signal });
  }
}

const say = (text: string) => console.log(text);

main().catch((error: Error) => {
  console.error(error.stack);
  for (const { name, lines } of children.tails()) console.error(`${name}:\n${lines.join('\n')}`);
  process.exitCode = 1;
});
