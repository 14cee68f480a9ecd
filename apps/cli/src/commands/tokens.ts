import type { Scope, Token } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { printJson } from '../json';
import { parseWords } from '../option-values';
import { selectToken } from '../record-selection';
import { parseSeconds, showAgo } from '../seconds';
import { printTable, type Column } from '../table';
import { note, say } from '../terminal';

const scopes: readonly Scope[] = ['read', 'run', 'write', 'admin'];

const columns: Column<Token>[] = [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  { title: 'SCOPES', text: (token) => token.scopes.join(', ') },
  { title: 'CREATED', text: ({ createdAt }) => showAgo(createdAt) },
  { title: 'USED', text: ({ lastUsedAt }) => showAgo(lastUsedAt) },
  { title: 'EXPIRES', text: ({ expiresAt }) => expiresAt?.slice(0, 10) ?? 'never' },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** `drover tokens`: access tokens for other programs. */
export function addTokens(program: Command): void {
  const tokens = addFamily(program, 'tokens', 'list, create or revoke access tokens');
  addCommand(tokens, 'ls', {
    summary: 'list access tokens, newest first',
    examples: ['tokens', 'tokens --json'],
  }).action(async ({ json }: CommonOptions) => {
    const page = await connect().tokens.list();
    if (json) printJson(page);
    else printTable(page.items, columns, 'No access tokens.');
  });
  addCommand(tokens, 'create <name>', {
    summary: 'create an access token, which is shown this once',
    examples: ['tokens create ci --scopes read,run --expires 90d', 'tokens create backup --json'],
  })
    .option(
      '--scopes <scopes>',
      `what it may do, of ${scopes.join(', ')} (default: what yours may)`,
      (text) => parseWords(text, scopes),
    )
    .option(
      '--expires <time>',
      'how long it is valid, such as 12h or 90d (default: until it is revoked)',
      parseSeconds,
    )
    .action(async (name: string, options: CommonOptions & { scopes?: Scope[]; expires?: number }) => {
      const created = await connect().tokens.create({
        name,
        scopes: options.scopes,
        expiresIn: options.expires,
      });
      if (options.json) return printJson(created);
      say(created.token);
      note('Keep it: it is not shown again.');
    });
  addCommand(tokens, 'rm <name-or-id>', {
    summary: 'revoke an access token, at once',
    examples: ['tokens rm ci', 'tokens rm 65f1c0ffee65f1c0ffee65f1'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const token = await selectToken(drover, reference);
    await drover.tokens.remove(token._id);
    if (json) printJson(token);
    else say(`Revoked ${token.name}.`);
  });
}
