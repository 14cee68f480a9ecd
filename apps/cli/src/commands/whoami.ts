import { type Account as Person, isNotFound, type Token } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient, readAccount } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printFields } from '../output/field-list';
import { printJson } from '../output/json';

/** Registers `drover whoami`. */
export function registerWhoami(program: Command): void {
  addCommand(program, 'whoami', {
    summary: 'Show the server, the account and the access token that commands use',
    examples: ['whoami', 'whoami --context production', 'whoami --jq .token.scopes'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const drover = createClient();
    const { url, context = null } = readAccount();
    const [account, token] = await Promise.all([
      drover.accounts.get(),
      drover.tokens.getCurrent().catch(ignoreNotFound),
    ]);
    if (json) return printJson({ url, context, account, token });
    printFields({
      Server: url,
      Context: context ?? 'none: DROVER_TOKEN is set',
      Account: describeAccount(account),
      Token: token?.name,
      Scopes: token?.scopes.join(', '),
      Expires: token && (token.expiresAt ?? 'never'),
    });
  });
}

function describeAccount({ email, name, isAdministrator, isReviewer }: Person): string {
  const roles = [isAdministrator && 'administrator', isReviewer && 'reviewer'].filter(Boolean).join(', ');
  return [email, name && name !== email && `(${name})`, roles && `– ${roles}`].filter(Boolean).join(' ');
}

/** Older servers do not have the route. */
function ignoreNotFound(error: unknown): Token | null {
  if (isNotFound(error)) return null;
  throw error;
}
