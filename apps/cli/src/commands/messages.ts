import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { devicesUsage, selectDevices } from '../device-selection';
import { eachDevice } from '../each-device';
import { listOf, printJson } from '../json';
import { readInput } from '../local-files';
import { collect } from '../option-values';
import { say } from '../terminal';

interface MessageOptions extends CommonOptions {
  device?: string[];
  title: string;
}

/** `drover message`: a text to devices, or to the account's notification targets. */
export function addMessages(program: Command): void {
  addCommand(program, 'message <text>', {
    summary: 'send a text to devices; without --device, to your notification targets',
    notes: 'A text of - is read from the standard input.',
    examples: [
      'message "The backup is done"',
      'message "Back at 14:00" --title "Lunch" --device "Front desk"',
      'message - < report.md',
    ],
  })
    .option('--device <device>', devicesUsage, collect)
    .option('--title <title>', 'title of a message to devices', 'Drover')
    .action(async (given: string, { device, title, json }: MessageOptions) => {
      const drover = connect();
      const text = given === '-' ? (await readInput()).trimEnd() : given;
      if (!device) {
        await drover.messages.send({ text });
        return json ? printJson({ text }) : say('Sent.');
      }
      const devices = await selectDevices(drover, device);
      await eachDevice(devices, ({ _id }) => drover.devices.sendMessage(_id, { title, text }));
      if (json) printJson(listOf(devices));
      else say(devices.length === 1 ? `Sent to ${devices[0].name}.` : `Sent to ${devices.length} devices.`);
    });
}
