import type { Drover, RepositoryPin } from '@drover/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { printLine } from '../output/terminal';
import { selectGroup, selectRepository } from '../selection/select-record';

/** A branch or a tag, and the name or ID of a device group. */
export interface PinOption {
  ref: string;
  group: string;
}

const malformed = 'It must be a branch or tag and a device group, such as next=Canary.';

/** Reads a pin such as `next=Canary`. Names of branches may contain `=`, so the last one counts. */
function parsePin(value: string): PinOption | undefined {
  const [, ref, group] = /^(.+)=([^=]+)$/.exec(value) ?? [];
  return ref === undefined || group === undefined ? undefined : { ref, group };
}

/** Collects the values of `--pin`. */
export function collectPin(value: string, previous: PinOption[] = []): PinOption[] {
  const pin = parsePin(value);
  if (!pin) throw new InvalidArgumentError(malformed);
  return [...previous, pin];
}

/** Finds the device groups of pins. */
export async function findPins(drover: Drover, options: PinOption[]): Promise<RepositoryPin[]> {
  const pins: RepositoryPin[] = [];
  for (const { ref, group } of options) pins.push({ ref, groupId: (await selectGroup(drover, group))._id });
  return pins;
}

/** Registers `drover repositories pin`, which replaces the pins of a repository. */
export function registerPin(repositories: Command): void {
  addCommand(repositories, 'pin <repository> [pins...]', {
    summary: 'Let the devices of groups run another branch or tag; replaces all pins',
    notes:
      'If a device is in several groups, the first pin wins. Other devices run the branch of the repository.',
    examples: ['repositories pin shop next=Canary', 'repositories pin shop --none'],
  })
    .option('--none', 'Remove all pins')
    .action(async (reference: string, pins: string[], { json, none }: CommonOptions & { none?: boolean }) => {
      if ((pins.length === 0) !== (none === true)) {
        throw new CliError('usage', 'Name pins such as next=Canary, or remove all of them with --none.');
      }
      const drover = createClient();
      const { _id, name } = await selectRepository(drover, reference);
      const options = pins.map((value) => {
        const pin = parsePin(value);
        if (!pin) throw new CliError('usage', `${value}: ${malformed}`);
        return pin;
      });
      await drover.repositories.update(_id, { pins: await findPins(drover, options) });
      if (json) printJson(await drover.repositories.get(_id));
      else printLine(`${name} has ${pins.length} pin${pins.length === 1 ? '' : 's'} now. It syncs at once.`);
    });
}
