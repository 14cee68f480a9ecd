import type { Drover } from '@drover/sdk';
import type { Command, Option } from 'commander';
import { connect } from './configuration';
import { printable } from './terminal';

/** Whoever presses the tab key does not wait longer. */
const patienceMs = 1500;
/** Names that are worth offering. */
const namesMax = 500;

/** Names that the service is asked for, by how the help calls an argument or an option. */
const namesOf: Record<string, ((drover: Drover, typed: string) => Promise<string[]>) | undefined> = {
  device: deviceNames,
  devices: deviceNames,
  script: scriptNames,
  devscript: devscriptNames,
  what: scriptNames,
  group: groupNames,
  preset: presetNames,
  secret: secretNames,
  webhook: webhookNames,
};

/** What the unfinished last word may become. */
export async function suggest(program: Command, words: string[]): Promise<string[]> {
  const typed = (words.at(-1) ?? '').replace(/^["']/, '').replace(/\\(.)/g, '$1');
  const candidates = await candidatesFor(program, words.slice(0, -1), typed);
  return candidates.filter((candidate) => candidate.startsWith(typed));
}

async function candidatesFor(program: Command, before: string[], typed: string): Promise<string[]> {
  const { command, position, open } = readWords(program, before);
  if (open) return askFor(open.name(), typed);
  if (typed.startsWith('-')) return visibleOptions(command).map(({ long, short }) => long ?? short ?? '');
  const commands = command
    .createHelp()
    .visibleCommands(command)
    .map((sub) => sub.name());
  const argument = command.registeredArguments[position] ?? variadic(command);
  return [
    ...commands,
    ...(argument?.argChoices ?? []),
    ...(argument ? await askFor(argument.name(), typed) : []),
  ];
}

/** Where the words lead: to a command, the number of its next argument, or an option that waits for its value. */
function readWords(program: Command, words: string[]): { command: Command; position: number; open?: Option } {
  let [command, position] = [program, 0];
  let open: Option | undefined;
  for (const word of words) {
    if (open) open = undefined;
    else if (word.startsWith('-')) open = waiting(command, word);
    else {
      const next = command.commands.find((sub) => sub.name() === word);
      [command, position] = next ? [next, 0] : [command, position + 1];
    }
  }
  return { command, position, open };
}

function waiting(command: Command, word: string): Option | undefined {
  return command.options.find(
    (option) => [option.long, option.short].includes(word) && (option.required || option.optional),
  );
}

function visibleOptions(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function variadic(command: Command) {
  return command.registeredArguments.find((argument) => argument.variadic);
}

/** Nothing where the service does not know, does not answer in time, or nobody is signed in. */
async function askFor(what: string, typed: string): Promise<string[]> {
  try {
    const names = (await namesOf[what]?.(connect(), typed)) ?? [];
    return [...new Set(names.map(printable))];
  } catch {
    return [];
  }
}

async function deviceNames(drover: Drover, typed: string): Promise<string[]> {
  const filter = { name: typed || undefined, limit: namesMax };
  const { items } = await drover.devices.list(filter, { timeoutMs: patienceMs });
  return ['all', ...items.map(({ name }) => name), ...items.flatMap(({ tags }) => tags)];
}

async function groupNames(drover: Drover): Promise<string[]> {
  return (await drover.deviceGroups.list({}, { timeoutMs: patienceMs })).items.map(({ name }) => name);
}

async function presetNames(drover: Drover): Promise<string[]> {
  return (await drover.presets.list({}, { timeoutMs: patienceMs })).items.map(({ name }) => name);
}

async function devscriptNames(drover: Drover, typed: string): Promise<string[]> {
  const { items } = await drover.devscripts.list(
    { name: typed || undefined, limit: namesMax },
    { timeoutMs: patienceMs },
  );
  return items.map(({ name }) => name);
}

async function scriptNames(drover: Drover, typed: string): Promise<string[]> {
  const published = drover.scripts.list(
    { name: typed || undefined, limit: namesMax },
    { timeoutMs: patienceMs },
  );
  const names = await devscriptNames(drover, typed);
  return [...names, ...(await published).items.map(({ name }) => name)];
}

async function secretNames(drover: Drover): Promise<string[]> {
  return (await drover.secrets.list({ limit: namesMax })).items.map(({ name }) => name);
}

async function webhookNames(drover: Drover): Promise<string[]> {
  const { items } = await drover.webhooks.list({}, { timeoutMs: patienceMs });
  return items.map(({ name, url }) => name ?? url);
}
