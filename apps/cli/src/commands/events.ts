import type { Drover, EventFilter, EventKind } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { Interrupt } from '../input/interrupt';
import { addCommand, type CommonOptions } from '../options/add-command';
import { parseWords } from '../options/option-values';
import { EventPrinter } from '../output/event-printer';
import { printJsonLine } from '../output/json';
import { printNote } from '../output/terminal';
import { selectDevice } from '../selection/select-devices';

interface EventsOptions extends CommonOptions {
  type?: EventKind[];
  device?: string;
  job?: string;
  run?: string;
}

const kinds: readonly EventKind[] = ['device', 'run', 'log', 'artifact', 'message', 'approval'];

/** Registers `drover events`, which prints the event stream. */
export function registerEvents(program: Command): void {
  addCommand(program, 'events', {
    summary: 'Print events as they happen: devices, runs, log lines, artifacts, messages and approvals',
    notes:
      'Ends with Ctrl-C, and exit code 0. After a lost connection it resumes where it was.\nWith --json each line is an event as GET /v1/events sends it.',
    examples: [
      'events',
      'events --type device --json',
      `events --type run --jq 'select(.run.state == "failed") | .run.deviceName'`,
    ],
    isQuery: true,
  })
    .option('--type <kinds>', `Comma-separated kinds: ${kinds.join(', ')} (default: all)`, (text) =>
      parseWords(text, kinds),
    )
    .option('--device <device>', 'Only events of this device')
    .option('--job <job>', 'Only events of the runs of this job')
    .option('--run <run>', 'Only events of this run')
    .action(async ({ type, device, job, run, json = false }: EventsOptions) => {
      const drover = createClient();
      // The stream waits for a server that cannot be reached. At the start, its address may be wrong.
      await drover.installation.get();
      const deviceId = device === undefined ? undefined : (await selectDevice(drover, device))._id;
      await printEvents(drover, { types: type, deviceId, jobId: job, runId: run }, json);
    });
}

async function printEvents(drover: Drover, filter: EventFilter, isJson: boolean): Promise<void> {
  const printer = new EventPrinter(drover);
  const interrupt = new Interrupt();
  const onOpen = () => {
    if (process.stdout.isTTY && !isJson) printNote('Waiting for events. Press Ctrl-C to end.');
  };
  try {
    for await (const event of drover.events.stream(filter, { signal: interrupt.signal, onOpen })) {
      if (isJson) printJsonLine(event);
      else await printer.print(event);
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
  } finally {
    interrupt.dispose();
  }
}
