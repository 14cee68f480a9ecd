import { type Account, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { hostname } from 'node:os';
import { deleteAccount, parseServerUrl, readAccount, saveAccount } from '../config/account';
import { createSessionFetch } from '../config/session-fetch';
import { CliError } from '../errors/cli-error';
import { readStdin } from '../input/local-files';
import { confirm, promptChoice, promptSecret, promptText } from '../input/prompts';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { isInteractive, printLine, styleOutput } from '../output/terminal';

interface LoginOptions extends CommonOptions {
  token?: string;
  email?: string;
  passwordStdin?: boolean;
}

/** Registers `drover login` and `drover logout`. */
export function registerLogin(program: Command): void {
  addCommand(program, 'login [url]', {
    summary: 'Sign in to a server; its address and an access token are saved for other commands',
    notes:
      'Signing in with an email address and a password creates an access token. The\npassword is not saved.',
    examples: [
      'login',
      'login https://drover.example.org --token hmp_…',
      'login --email ada@example.org --password-stdin < password.txt',
    ],
  })
    .option('--token <token>', 'Existing access token')
    .option('--email <address>', 'Email address of the account')
    .option('--password-stdin', 'Read the password from standard input')
    .action(async (address: string | undefined, options: LoginOptions) => {
      const url = parseServerUrl(address ?? (await promptUrl(options)));
      const token = options.token ?? (await obtainToken(url, options));
      const account = await new Drover({ baseUrl: url, token }).accounts.get();
      const path = saveAccount({ url, token });
      if (options.json) return printJson(account);
      printLine(`Signed in to ${url} as ${styleOutput('bold', account.email)}.`);
      printLine(styleOutput('dim', `Saved in ${path}`));
    });
  addCommand(program, 'logout', {
    summary: 'Sign out; the saved address and access token are deleted',
    notes: 'The access token stays valid. Revoke it with `drover tokens rm`.',
    examples: ['logout'],
  }).action(({ json }: CommonOptions) => {
    deleteAccount();
    if (json) printJson({});
    else printLine('Signed out.');
  });
}

async function promptUrl({ token, email }: LoginOptions): Promise<string> {
  const { url } = readAccount();
  return isInteractive() && !token && !email ? promptText('Server address', url) : url;
}

async function obtainToken(url: string, options: LoginOptions): Promise<string> {
  if (!options.email && !isInteractive()) {
    throw new CliError(
      'usage',
      'Cannot prompt without a terminal. Use --token, or --email with --password-stdin.',
    );
  }
  const { hasAccount, isSetupCodeRequired } = await new Drover({ baseUrl: url }).installation.get();
  const isByToken =
    hasAccount &&
    !options.email &&
    (await promptChoice('How do you sign in?', {
      password: 'Email address and password',
      token: 'Access token',
    })) === 'token';
  if (isByToken) return promptSecret('Access token (hmp_…)');
  const email = options.email ?? (await promptText('Email address'));
  const password = options.passwordStdin ? (await readStdin()).replace(/\r?\n$/, '') : await promptPassword();
  const drover = new Drover({ baseUrl: url, fetch: createSessionFetch(url) });
  if (!hasAccount) await createFirstAccount(drover, { email, password }, isSetupCodeRequired);
  return createToken(drover, { email, password });
}

async function promptPassword(): Promise<string> {
  if (!isInteractive())
    throw new CliError('usage', 'Cannot prompt for the password without a terminal. Use --password-stdin.');
  return promptSecret('Password');
}

/** Creates the first account of a new server, after confirmation. */
async function createFirstAccount(
  drover: Drover,
  credentials: { email: string; password: string },
  isSetupCodeRequired: boolean,
): Promise<Account> {
  const question = `This server has no account yet. Create the first one for ${credentials.email}?`;
  if (isInteractive() && (await confirm(question))) {
    const setupCode = isSetupCodeRequired
      ? await promptText("Set-up code, from the server's log")
      : undefined;
    return drover.accounts.create({ ...credentials, setupCode });
  }
  throw new CliError('rejected', 'This server has no account yet.', [
    'Create the first one in the console, or with `drover login` on a terminal.',
  ]);
}

async function createToken(
  drover: Drover,
  credentials: { email: string; password: string },
): Promise<string> {
  await drover.sessions.create(credentials);
  const { token } = await drover.tokens.create({ name: `drover on ${hostname()}`.slice(0, 64) });
  await drover.sessions.remove();
  return token;
}
