import { Drover, type Account } from '@drover/sdk';
import type { Command } from 'commander';
import { hostname } from 'node:os';
import { addCommand, type CommonOptions } from '../add-command';
import { forgetAccount, readAccount, saveAccount, serverAddress } from '../configuration';
import { Failure } from '../failures';
import { printJson } from '../json';
import { readInput } from '../local-files';
import { askSecret, askText, choose, confirm } from '../questions';
import { sessionFetch } from '../session-fetch';
import { isInteractive, paint, say } from '../terminal';

interface LoginOptions extends CommonOptions {
  token?: string;
  email?: string;
  passwordStdin?: boolean;
}

/** `drover login` and `drover logout`: which service, and who one is there. */
export function addLogin(program: Command): void {
  addCommand(program, 'login [url]', {
    summary: 'sign in to a service: keeps its address and an access token for other commands',
    notes: 'With an e-mail address and a password, an access token is created; the password\nis not kept.',
    examples: [
      'login',
      'login https://drover.example.org --token hmp_…',
      'login --email ada@example.org --password-stdin < password.txt',
    ],
  })
    .option('--token <token>', 'an access token that you have')
    .option('--email <address>', 'the address that you sign in with')
    .option('--password-stdin', 'read the password from the standard input')
    .action(async (given: string | undefined, options: LoginOptions) => {
      const url = serverAddress(given ?? (await askUrl(options)));
      const token = options.token ?? (await findToken(url, options));
      const account = await new Drover({ baseUrl: url, token }).accounts.get();
      const path = saveAccount({ url, token });
      if (options.json) return printJson(account);
      say(`Signed in to ${url} as ${paint('bold', account.email)}.`);
      say(paint('dim', `Kept in ${path}`));
    });
  addCommand(program, 'logout', {
    summary: 'forget the service and its access token',
    notes: 'The access token stays valid: `drover tokens rm` revokes it.',
    examples: ['logout'],
  }).action(({ json }: CommonOptions) => {
    forgetAccount();
    if (json) printJson({});
    else say('Signed out.');
  });
}

async function askUrl({ token, email }: LoginOptions): Promise<string> {
  const { url } = readAccount();
  return isInteractive() && !token && !email ? askText('Address of the service', url) : url;
}

async function findToken(url: string, options: LoginOptions): Promise<string> {
  if (!options.email && !isInteractive()) {
    throw new Failure('usage', 'Give --token, or --email with --password-stdin.');
  }
  const { hasAccount } = await new Drover({ baseUrl: url }).installation.get();
  const isByToken =
    hasAccount &&
    !options.email &&
    (await choose('How do you sign in?', {
      password: 'E-mail address and password',
      token: 'Access token',
    })) === 'token';
  if (isByToken) return askSecret('Access token (hmp_…)');
  const email = options.email ?? (await askText('E-mail address'));
  const password = options.passwordStdin ? (await readInput()).replace(/\r?\n$/, '') : await askPassword();
  const drover = new Drover({ baseUrl: url, fetch: sessionFetch(url) });
  if (!hasAccount) await createFirst(drover, { email, password });
  return createToken(drover, { email, password });
}

async function askPassword(): Promise<string> {
  if (!isInteractive()) throw new Failure('usage', 'Nobody can be asked here: give --password-stdin.');
  return askSecret('Password');
}

/** A new service belongs to whoever comes first. */
async function createFirst(drover: Drover, who: { email: string; password: string }): Promise<Account> {
  const question = `This service has no account yet. Create the first one for ${who.email}?`;
  if (isInteractive() && (await confirm(question))) return drover.accounts.create(who);
  throw new Failure('refused', 'This service has no account yet.', [
    'Create the first one on its page in a browser, or with `drover login` on a terminal.',
  ]);
}

async function createToken(drover: Drover, who: { email: string; password: string }): Promise<string> {
  await drover.sessions.create(who);
  const { token } = await drover.tokens.create({ name: `drover on ${hostname()}`.slice(0, 64) });
  await drover.sessions.remove();
  return token;
}
