import type { Command } from 'commander';
import { createClient } from '../config/account';
import { readStdin } from '../input/local-files';
import { addCommand, type CommonOptions } from '../options/add-command';
import { collect } from '../options/option-values';
import { printJson, toList } from '../output/json';
import { printLine } from '../output/terminal';
import { forEachDevice } from '../selection/for-each-device';
import { deviceOptionHelp, selectDevices } from '../selection/select-devices';

interface MessageOptions extends CommonOptions {
  device?: string[];
  title: string;
}

/** Registers `drover message`, which sends a text to devices or to the account's notification targets. */
export function registerMessages(program: Command): void {
  addCommand(program, 'message <text>', {
    summary: 'Send a message to devices; without --device, to your notification targets',
    notes: 'Use - as the text to read it from standard input.',
    examples: [
      'message "The backup is done"',
      'message "Back at 14:00" --title "Lunch" --device "Front desk"',
      'message - < report.md',
    ],
  })
    .option('--device <device>', deviceOptionHelp, collect)
    .option('--title <title>', 'Title of the message on devices', 'Drover')
    .action(async (message: string, { device, title, json }: MessageOptions) => {
      const drover = createClient();
      const text = message === '-' ? (await readStdin()).trimEnd() : message;
      if (!device) {
        await drover.messages.send({ text });
        return json ? printJson({ text }) : printLine('Sent.');
      }
      const devices = await selectDevices(drover, device);
      await forEachDevice(devices, ({ _id }) => drover.devices.sendMessage(_id, { title, text }));
      if (json) printJson(toList(devices));
      else
        printLine(
          devices.length === 1 ? `Sent to ${devices[0].name}.` : `Sent to ${devices.length} devices.`,
        );
    });
}
