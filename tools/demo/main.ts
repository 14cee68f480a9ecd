/**
 * `npm run demo` starts a server and two devices, runs a script, and stays up until Ctrl-C. With `--once` it exits after the
 * run, with 0 on success.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../service/children';
import type { Service } from '../service/service';
import { tellStory } from './story';
import { paint, say } from './terminal';

const storyTimeMs = 180_000;
const isOnce = process.argv.includes('--once');

/** The user pressed Ctrl-C, which is no failure. */
class Interrupt extends Error {}

const stop = new AbortController();
const children = new Children((error) => stop.abort(error));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Interrupt(signal)));
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-demo-'));
  const timer = setTimeout(
    () => stop.abort(new Error(`The demo took longer than ${storyTimeMs / 1000} s.`)),
    storyTimeMs,
  );
  try {
    const { service, runs } = await tellStory({ children, folder, signal: stop.signal });
    clearTimeout(timer);
    const hasFailed = runs.some(({ state }) => state !== 'succeeded');
    if (hasFailed) reportFailure('A run did not succeed.');
    if (!isOnce) await stayUp(service);
  } catch (error) {
    report(stop.signal.aborted ? stop.signal.reason : error);
  } finally {
    clearTimeout(timer);
    await children.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function stayUp({ url, email, password, token }: Service): Promise<void> {
  say(`\n${paint('bold', 'The console')}   ${paint('cyan', url)}`);
  say(`  account     ${email}`);
  say(`  password    ${password}`);
  say(`  token       ${token}`);
  say(paint('dim', '\nCtrl-C ends the demo and removes its data.'));
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  if (stop.signal.reason instanceof Interrupt) say();
  else throw stop.signal.reason;
}

function report(error: unknown): void {
  if (error instanceof Interrupt) process.exitCode = 130;
  else reportFailure(error instanceof Error ? describe(error) : String(error));
}

/** Returns the message of an error and of its causes. */
function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message} ${describe(error.cause)}` : error.message;
}

function reportFailure(why: string): void {
  process.exitCode = 1;
  say(`\n${paint('red', '✗')} ${why}`);
  for (const { name, lines } of children.tails()) {
    if (lines.length === 0) continue;
    say(paint('dim', `\nThe last lines of ${name}:`));
    for (const line of lines) say(`  ${line}`);
  }
}

void main();
