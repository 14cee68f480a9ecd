import { type Account, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { hostname } from 'node:os';
import { parseServerUrl, readAccount } from '../config/account';
import { getContextsPath, readContexts, removeContext, saveContext } from '../config/contexts';
import { signInByBrowser } from '../config/browser-sign-in';
import { createSessionFetch } from '../config/session-fetch';
import { CliError } from '../errors/cli-error';
import { readStdin } from '../input/local-files';
import { confirm, promptChoice, promptSecret, promptText } from '../input/prompts';
import { addCommand, type CommonOptions } from '../options/add-command';
import { createDebugHooks } from '../output/debug-log';
import { printJson } from '../output/json';
import { isInteractive, printLine, printNote, styleOutput } from '../output/terminal';

interface LoginOptions extends CommonOptions {
  url?: string;
  context?: string;
  token?: string;
  email?: string;
  passwordStdin?: boolean;
  browser?: boolean;
  keepToken?: boolean;
}

/** Registers `drover login` and `drover logout`. */
export function registerLogin(program: Command): void {
  addCommand(program, 'login [url]', {
    summary: 'Sign in to a server; its address and an access token are saved for other commands',
    notes:
      'Signing in in the browser, or with an email address and a password, creates an\naccess token. The password is not saved. Each server is saved as a context, with --context under a\nname of your choice, and becomes the current one: see `drover contexts`.',
    examples: [
      'login',
      'login https://drover.example.org --context production',
      'login https://drover.example.org --token hmp_…',
      'login https://drover.example.org --browser',
      'login --email ada@example.org --password-stdin < password.txt',
    ],
  })
    .option('--token <token>', 'Existing access token')
    .option('--browser', 'Show a code to approve in a browser, on any machine')
    .option('--email <address>', 'Email address of the account')
    .option('--password-stdin', 'Read the password from standard input')
    .action(async (address: string | undefined, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>();
      const url = parseServerUrl(address ?? options.url ?? (await promptUrl(options)));
      const token = options.token ?? (await obtainToken(url, options));
      const account = await new Drover({ baseUrl: url, token, ...createDebugHooks() }).accounts.get();
      const workspace = { id: account._id, name: account.name };
      const context = saveContext({ url, token, workspace }, options.context);
      if (options.json) return printJson(account);
      printLine(`Signed in to ${url} as ${styleOutput('bold', account.email)}.`);
      printLine(styleOutput('dim', `Saved as the context ${context} in ${getContextsPath()}`));
    });
  addCommand(program, 'logout', {
    summary: 'Sign out; the current context is deleted and its access token is revoked',
    examples: ['logout', 'logout --context production', 'logout --keep-token'],
  })
    .option('--keep-token', 'Leave the access token valid, because other programs use it')
    .action(async (_options: unknown, command: Command) => {
      const { json, context, keepToken } = command.optsWithGlobals<LoginOptions>();
      const name = context ?? (process.env.DROVER_CONTEXT || readContexts().current);
      const { url, token } = readContexts().contexts[name ?? ''] ?? {};
      if (name !== undefined) removeContext(name);
      if (url && token && !keepToken) await revokeToken(url, token);
      if (json) return printJson({});
      printLine(name === undefined ? 'Not signed in.' : `Signed out. Deleted the context ${name}.`);
    });
}

/** Revokes the token of a deleted context, if the server can be reached and the token may do so. */
async function revokeToken(baseUrl: string, token: string): Promise<void> {
  const { tokens } = new Drover({ baseUrl, token, ...createDebugHooks() });
  try {
    await tokens.remove((await tokens.getCurrent())._id);
  } catch {
    printNote('The access token could not be revoked. Revoke it in the console, or with `drover tokens rm`.');
  }
}

async function promptUrl({ token, email, context }: LoginOptions): Promise<string> {
  const { contexts } = readContexts();
  const { url } = contexts[context ?? ''] ?? readAccount(process.env, {});
  return isInteractive() && !token && !email ? promptText('Server address', url) : url;
}

async function obtainToken(url: string, options: LoginOptions): Promise<string> {
  if (options.browser) return signInByBrowser(url);
  if (!options.email && !isInteractive()) {
    throw new CliError(
      'usage',
      'Cannot prompt without a terminal. Use --token, --browser, or --email with --password-stdin.',
    );
  }
  const { hasAccount, isSetupCodeRequired } = await new Drover({
    baseUrl: url,
    ...createDebugHooks(),
  }).installation.get();
  const way =
    hasAccount && !options.email
      ? await promptChoice('How do you sign in?', {
          browser: 'In a browser',
          password: 'Email address and password',
          token: 'Access token',
        })
      : 'password';
  if (way === 'browser') return signInByBrowser(url);
  if (way === 'token') return promptSecret('Access token (hmp_…)');
  const email = options.email ?? (await promptText('Email address'));
  const password = options.passwordStdin ? (await readStdin()).replace(/\r?\n$/, '') : await promptPassword();
  const drover = new Drover({
    baseUrl: url,
    // The session of the password, not the token of the environment.
    token: undefined,
    fetch: createSessionFetch(url),
    ...createDebugHooks(),
  });
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
