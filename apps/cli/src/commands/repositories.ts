import { collectItems, type CreateRepository, type Repository, type RepositorySync } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { readLocalFile } from '../input/local-files';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { parseCount } from '../options/option-values';
import { printFields } from '../output/field-list';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';
import { selectRepository } from '../selection/select-record';
import { collectPin, findPins, registerPin, type PinOption } from './repository-pins';

const stateStyles = { running: 'yellow', done: 'green', failed: 'red' } as const;

const columns: Column<Repository>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'URL', text: ({ url }) => url, canShrink: true },
  { title: 'BRANCH', text: ({ ref }) => ref ?? 'default', canShrink: true },
  {
    title: 'STATE',
    text: ({ lastSync }) => lastSync?.state ?? 'waiting',
    style: ({ lastSync }) => stateStyles[lastSync?.state ?? 'running'],
  },
  { title: 'SYNCED', text: ({ lastSync }) => (lastSync ? formatAge(lastSync.createdAt) : '') },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim', isOptional: true },
];

const syncColumns: Column<RepositorySync>[] = [
  { title: 'STATE', text: ({ state }) => state, style: ({ state }) => stateStyles[state] },
  { title: 'TRIGGER', text: ({ trigger }) => trigger },
  { title: 'COMMIT', text: ({ commit }) => commit?.slice(0, 8) ?? '' },
  { title: 'AUTHOR', text: ({ commitAuthor }) => commitAuthor ?? '', canShrink: true },
  {
    title: 'RESULT',
    text: describeResult,
    canShrink: true,
  },
  { title: 'STARTED', text: ({ createdAt }) => formatAge(createdAt) },
];

function describeResult({ error, notice, trigger, projects, changed }: RepositorySync): string {
  if (error !== null) return error.split('\n')[0];
  if (trigger === 'save') return changed > 0 ? 'pushed' : 'nothing to push';
  return [`${changed} of ${projects} changed`, notice?.split('\n')[0]].filter(Boolean).join('; ');
}

interface ConnectOptions extends CommonOptions {
  name: string;
  pushBranch?: string;
  ref?: string;
  folder?: string;
  secret?: string;
  knownHosts?: string;
  every?: number;
  pin?: PinOption[];
}

/** Registers `drover repositories`, which manages Git repositories. */
export function registerRepositories(program: Command): void {
  const repositories = addCommandGroup(
    program,
    'repositories',
    'List, connect, change, sync or disconnect Git repositories',
  );
  addCommand(repositories, 'ls', {
    summary: 'List Git repositories, newest first',
    examples: ['repositories', 'repositories --json name,lastSync'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().repositories.iterate()));
    if (json) printJson(page);
    else printTable(page.items, columns, 'No repositories. Connect one: drover repositories connect --help');
  });
  registerConnect(repositories);
  registerPin(repositories);
  registerUpdate(repositories);
  addCommand(repositories, 'sync <repository>', {
    summary: 'Request a sync, which starts within a second',
    examples: ['repositories sync shop'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id, name } = await selectRepository(drover, reference);
    await drover.repositories.sync(_id);
    if (json) return printJson(await drover.repositories.get(_id));
    printLine(`Requested a sync of ${name}. See its result: drover repositories syncs ${_id}`);
  });
  addCommand(repositories, 'syncs <repository>', {
    summary: 'List the last syncs of a repository, newest first',
    examples: ['repositories syncs shop', 'repositories syncs shop --jq .items[0].error'],
    isQuery: true,
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id } = await selectRepository(drover, reference);
    const page = await drover.repositories.listSyncs(_id, { limit: 50 });
    if (json) printJson(page);
    else printTable(page.items, syncColumns, 'No syncs yet.');
  });
  registerSecret(repositories);
  addCommand(repositories, 'rm <repository>', {
    summary: 'Disconnect a repository; its scripts stay',
    examples: ['repositories rm shop'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const repository = await selectRepository(drover, reference);
    await drover.repositories.remove(repository._id);
    if (json) printJson(repository);
    else printLine(`Disconnected ${repository.name}.`);
  });
}

function registerConnect(repositories: Command): void {
  addCommand(repositories, 'connect <url>', {
    summary: 'Connect a Git repository; the secret of its webhook is shown only once',
    examples: [
      'repositories connect https://git.example.org/shop.git --name shop --secret GIT_TOKEN',
      'repositories connect git@git.example.org:shop.git --name shop --secret GIT_KEY --every 60',
      'repositories connect https://git.example.org/shop.git --name shop --pin next=Canary',
    ],
  })
    .requiredOption('--name <name>', 'Name of the repository')
    .option('--ref <ref>', 'Branch or tag; the default branch without it')
    .option('--folder <folder>', 'Where projects are searched')
    .option('--secret <secret>', 'Secret with the token for HTTPS, or the private key for SSH')
    .option('--known-hosts <file>', 'Keys of the SSH server, as ssh-keyscan prints them')
    .option('--every <minutes>', 'Also sync at this interval', parseCount)
    .option('--pin <ref=group>', 'Branch or tag for the devices of a group; repeatable', collectPin)
    .option('--push-branch <branch>', 'Also push saves of its scripts to this branch')
    .action(async (url: string, { json, name, ref, folder, secret, ...options }: ConnectOptions) => {
      const { knownHosts, every, pin, pushBranch } = options;
      const drover = createClient();
      const repository: CreateRepository = {
        ...{ url, name, ref, folder, secretName: secret, intervalMinutes: every, pushRef: pushBranch },
        knownHosts: knownHosts === undefined ? undefined : readLocalFile(knownHosts).trim(),
      };
      if (pin) repository.pins = await findPins(drover, pin);
      const created = await drover.repositories.create(repository);
      if (json) return printJson(created);
      printFields({ ID: created._id, Webhook: created.hookUrl, Secret: created.hookSecret });
    });
}

interface UpdateOptions extends CommonOptions {
  /** False for `--no-push-branch`. */
  pushBranch?: string | false;
}

function registerUpdate(repositories: Command): void {
  addCommand(repositories, 'update <repository>', {
    summary: 'Push saves of its scripts to a branch, or no longer',
    examples: ['repositories update shop --push-branch drover', 'repositories update shop --no-push-branch'],
  })
    .option('--push-branch <branch>', 'Push saves of its scripts to this branch')
    .option('--no-push-branch', 'Push nothing')
    .action(async (reference: string, { json, pushBranch }: UpdateOptions) => {
      if (pushBranch === undefined)
        throw new CliError('usage', 'Nothing to change. Use --push-branch or --no-push-branch.');
      const drover = createClient();
      const { _id, name } = await selectRepository(drover, reference);
      await drover.repositories.update(_id, { pushRef: pushBranch || null });
      if (json) return printJson(await drover.repositories.get(_id));
      if (pushBranch) printLine(`Saves of scripts of ${name} are pushed to the branch ${pushBranch}.`);
      else printLine(`Saves of scripts of ${name} are no longer pushed.`);
    });
}

function registerSecret(repositories: Command): void {
  addCommand(repositories, 'rotate-secret <repository>', {
    summary: 'Replace the secret of the webhook; the former one is refused at once',
    examples: ['repositories rotate-secret shop'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id, hookUrl } = await selectRepository(drover, reference);
    const { hookSecret } = await drover.repositories.rotateSecret(_id);
    if (json) printJson({ hookUrl, hookSecret });
    else printFields({ Webhook: hookUrl, Secret: hookSecret });
  });
}
