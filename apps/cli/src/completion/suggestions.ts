import { collectItems, type Drover } from '@drover/sdk';
import type { Command, Option } from 'commander';
import { createClient } from '../config/account';
import { readContexts } from '../config/contexts';
import { stripControls } from '../output/terminal';

/** Completion has to be quick: slower responses are ignored. */
const completionTimeoutMs = 1500;
/** Maximum number of names to suggest. */
const maxNames = 500;

/** Functions that list the names for an argument or option, by its name in the help. */
const nameSources: Record<string, ((drover: Drover, typed: string) => Promise<string[]>) | undefined> = {
  device: listDeviceNames,
  devices: listDeviceNames,
  script: listScriptNames,
  devscript: listDevscriptNames,
  target: listScriptNames,
  group: listGroupNames,
  preset: listPresetNames,
  secret: listSecretNames,
  store: listStoreNames,
  webhook: listWebhookNames,
  schedule: listScheduleNames,
};

/** Returns completions of the last word. */
export async function suggestWords(program: Command, words: string[]): Promise<string[]> {
  const typed = (words.at(-1) ?? '').replace(/^["']+/, '').replace(/\\(.)/g, '$1');
  const candidates = await listCandidates(program, words.slice(0, -1), typed);
  return candidates.filter((candidate) => candidate.startsWith(typed));
}

async function listCandidates(program: Command, before: string[], typed: string): Promise<string[]> {
  const { command, position, open } = locateCursor(program, before);
  if (open) return [...listChoices(open, typed), ...(await listNames(open.name(), typed))];
  if (command.name() === 'help') return listCommandNames(locateCursor(program, before.slice(1)).command);
  if (typed.startsWith('-')) return listVisibleOptions(command).map(({ long, short }) => long ?? short ?? '');
  const argument = command.registeredArguments[position] ?? findVariadicArgument(command);
  return [
    ...listCommandNames(command),
    ...(argument?.argChoices ?? []),
    ...(argument ? await listNames(argument.name(), typed) : []),
  ];
}

/** Returns the choices of an option. After a comma, those that continue the list. */
function listChoices({ argChoices = [] }: Option, typed: string): string[] {
  const listed = typed.slice(0, typed.lastIndexOf(',') + 1);
  return argChoices.map((choice) => `${listed}${choice}`);
}

/** Finds the command that the words lead to, the index of its next argument, and the option whose value is missing. */
function locateCursor(
  program: Command,
  words: string[],
): { command: Command; position: number; open?: Option } {
  let [command, position] = [program, 0];
  let open: Option | undefined;
  for (const word of words) {
    if (open) open = undefined;
    else if (word.startsWith('-')) open = findValueOption(command, word);
    else {
      const next = command.commands.find((sub) => sub.name() === word);
      [command, position] = next ? [next, 0] : [command, position + 1];
    }
  }
  return { command, position, open };
}

function findValueOption(command: Command, word: string): Option | undefined {
  return listVisibleOptions(command).find(
    (option) => [option.long, option.short].includes(word) && (option.required || option.optional),
  );
}

function listVisibleOptions(command: Command): readonly Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

function listCommandNames(command: Command): string[] {
  const commands = command.createHelp().visibleCommands(command);
  return commands.map((sub) => sub.name());
}

function findVariadicArgument(command: Command) {
  return command.registeredArguments.find((argument) => argument.variadic);
}

async function listNames(name: string, typed: string): Promise<string[]> {
  return name === 'context' ? Object.keys(readContexts().contexts) : fetchNames(name, typed);
}

/** Returns no names if the user is not signed in, or the server does not respond in time. */
async function fetchNames(name: string, typed: string): Promise<string[]> {
  try {
    const names = (await nameSources[name]?.(createClient(), typed)) ?? [];
    return [...new Set(names.map(stripControls))];
  } catch {
    return [];
  }
}

async function listDeviceNames(drover: Drover, typed: string): Promise<string[]> {
  const filter = { name: typed || undefined, limit: maxNames };
  const { items } = await drover.devices.list(filter, { timeoutMs: completionTimeoutMs });
  return ['all', ...items.map(({ name }) => name), ...items.flatMap(({ tags }) => tags)];
}

async function listGroupNames(drover: Drover): Promise<string[]> {
  const groups = await collectItems(drover.deviceGroups.iterate({}, { timeoutMs: completionTimeoutMs }));
  return groups.map(({ name }) => name);
}

async function listPresetNames(drover: Drover): Promise<string[]> {
  const presets = await collectItems(drover.presets.iterate({}, { timeoutMs: completionTimeoutMs }));
  return presets.map(({ name }) => name);
}

async function listScheduleNames(drover: Drover): Promise<string[]> {
  const schedules = await collectItems(drover.schedules.iterate({}, { timeoutMs: completionTimeoutMs }));
  return schedules.map(({ name }) => name);
}

async function listDevscriptNames(drover: Drover, typed: string): Promise<string[]> {
  const { items } = await drover.devscripts.list(
    { name: typed || undefined, limit: maxNames },
    { timeoutMs: completionTimeoutMs },
  );
  return items.map(({ name }) => name);
}

async function listScriptNames(drover: Drover, typed: string): Promise<string[]> {
  const published = drover.scripts.list(
    { name: typed || undefined, limit: maxNames },
    { timeoutMs: completionTimeoutMs },
  );
  const names = await listDevscriptNames(drover, typed);
  return [...names, ...(await published).items.map(({ name }) => name)];
}

async function listSecretNames(drover: Drover): Promise<string[]> {
  return (await drover.secrets.list({ limit: maxNames })).items.map(({ name }) => name);
}

async function listStoreNames(drover: Drover): Promise<string[]> {
  const { items } = await drover.stores.list({ limit: maxNames }, { timeoutMs: completionTimeoutMs });
  return ['account', ...items.flatMap(({ kind, name }) => (kind === 'account' ? [] : [name]))];
}

async function listWebhookNames(drover: Drover): Promise<string[]> {
  const webhooks = await collectItems(drover.webhooks.iterate({}, { timeoutMs: completionTimeoutMs }));
  return webhooks.map(({ name, url }) => name ?? url);
}
