import { collectItems, type Role, type Scope, type Token } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { collect, parseDuration, parseWords } from '../options/option-values';
import { formatAge } from '../output/duration';
import { toList, printJson } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine, printNote } from '../output/terminal';
import { selectGroups, selectToken } from '../selection/select-record';

const scopes: readonly Scope[] = ['read', 'run', 'write', 'admin'];

const roles: readonly Role[] = ['viewer', 'operator', 'editor', 'admin', 'owner'];

interface CreateOptions extends CommonOptions {
  scopes?: Scope[];
  expires?: number;
  workspaceToken?: boolean;
  role?: Role;
  group?: string[];
}

const columns: Column<Token>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'SCOPES', text: (token) => token.scopes.join(', ') },
  { title: 'CREATED', text: ({ createdAt }) => formatAge(createdAt) },
  { title: 'LAST USED', text: ({ lastUsedAt }) => formatAge(lastUsedAt) },
  { title: 'EXPIRES', text: ({ expiresAt }) => expiresAt?.slice(0, 10) ?? 'never' },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** Registers `drover tokens`, which manages access tokens for other programs. */
export function registerTokens(program: Command): void {
  const tokens = addCommandGroup(program, 'tokens', 'List, create or revoke access tokens');
  addCommand(tokens, 'ls', {
    summary: 'List access tokens, newest first',
    examples: ['tokens', 'tokens --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().tokens.iterate()));
    if (json) printJson(page);
    else printTable(page.items, columns, 'No access tokens.');
  });
  addCommand(tokens, 'create <name>', {
    summary: 'Create an access token, which is shown only once',
    examples: [
      'tokens create ci --scopes read,run --expires 90d',
      'tokens create berlin --workspace-token --role operator --group Berlin',
    ],
  })
    .option(
      '--scopes <scopes>',
      `Comma-separated scopes: ${scopes.join(', ')} (default: those of your token)`,
      (text) => parseWords(text, scopes),
    )
    .option(
      '--expires <duration>',
      'How long the token is valid, such as 12h or 90d (default: until revoked)',
      parseDuration,
    )
    .option('--workspace-token', 'Create a token that belongs to the workspace and stays when people leave')
    .option(
      '--role <role>',
      `Role at most: ${roles.join(', ')} (default: yours)`,
      (text) => parseWords(text, roles)[0],
    )
    .option(
      '--group <group>',
      'Name or ID of a device group that the token of the workspace is bound to (repeatable)',
      collect,
    )
    .action(async (name: string, options: CreateOptions) => {
      const drover = createClient();
      const created = await drover.tokens.create({
        name,
        scopes: options.scopes,
        expiresIn: options.expires,
        role: options.role,
        belongsTo: options.workspaceToken ? 'workspace' : undefined,
        groups: options.group && (await selectGroups(drover, options.group)),
      });
      if (options.json) return printJson(created);
      printLine(created.token);
      printNote('Save the token now. It is not shown again.');
    });
  addCommand(tokens, 'rm <name-or-id>', {
    summary: 'Revoke an access token immediately',
    examples: ['tokens rm ci', 'tokens rm 65f1c0ffee65f1c0ffee65f1'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const token = await selectToken(drover, reference);
    await drover.tokens.remove(token._id);
    if (json) printJson(token);
    else printLine(`Revoked ${token.name}.`);
  });
}
