import { spawnProgram, type Command, type Ending, type Program } from './program';

/** A request of the server: start a program, or kill one. */
export type StarterOrder = { id: number } & ({ start: Command } | { kill: true });

/** A report to the server: a part of a program's output, how it ended, or why it could not be started. */
export type StarterReport = { id: number } & (
  { part: Uint8Array } | { ending: Ending } | { failure: { message: string; code?: string } }
);

const running = new Map<number, Program>();

process.on('message', (order: StarterOrder) => {
  if ('start' in order) void run(order.id, order.start);
  else running.get(order.id)?.kill();
});

process.on('disconnect', () => {
  for (const program of running.values()) program.kill();
  process.exit();
});

// Terminals and service managers signal all processes of the server. The server decides when its programs end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

async function run(id: number, command: Command): Promise<void> {
  try {
    const program = spawnProgram(command);
    running.set(id, program);
    await sendOutput(id, program);
    report({ id, ending: await program.ended });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    report({ id, failure: { message, code } });
  } finally {
    running.delete(id);
  }
}

async function sendOutput(id: number, { output, ended }: Program): Promise<void> {
  try {
    for await (const part of output) report({ id, part });
  } catch {
    // The program could not be started.
    await ended;
  }
}

function report(message: StarterReport): void {
  process.send?.(message);
}
