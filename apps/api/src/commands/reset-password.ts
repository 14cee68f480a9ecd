import { text } from 'node:stream/consumers';
import { Password } from '@drover/contract';
import type { Settings } from '../context/settings';
import { normalizeEmail, resetPasswordOf } from '../features/accounts/persons';
import { createResetLink } from '../features/password-resets/password-resets';
import { clearSecondFactor } from '../features/second-factor/second-factor';
import { silentLog, withDatabase } from './with-database';
import type { CommandInput } from './command-input';

export interface ResetOptions {
  link?: true;
  removeSecondFactor?: true;
}

/** Sets the password of a person to the one on standard input, and ends the person's sessions. */
export async function resetPassword(
  { settings }: CommandInput,
  email: string,
  { link, removeSecondFactor }: ResetOptions,
): Promise<void> {
  if (link) return printLink(settings, email, removeSecondFactor === true);
  if (process.stdin.isTTY) process.stderr.write('New password, then Enter and Ctrl-D: ');
  const password = Password.safeParse((await text(process.stdin)).replace(/\r?\n$/, ''));
  if (!password.success) {
    throw new Error(`The password ${password.error.issues.map(({ message }) => message).join(', ')}.`);
  }
  const isSecondFactorRemoved = removeSecondFactor === true;
  const login = await withDatabase(settings, silentLog, ({ prisma }) =>
    resetPasswordOf(prisma, { email, password: password.data, isSecondFactorRemoved }),
  );
  if (!login) throw new Error(`There is no account with the email address ${email}.`);
  console.log(`The password of ${email} is changed, and its sessions are ended.`);
  if (isSecondFactorRemoved) console.log('Signing in needs no second factor until a new one is set up.');
  if (login.hasSecondFactor) {
    console.log(
      'Signing in still needs the second factor. If it is lost too, repeat this with --remove-second-factor.',
    );
  }
}

/** Prints a link with which the person sets a new password. The present one stays valid until then. */
async function printLink(settings: Settings, email: string, isSecondFactorRemoved: boolean): Promise<void> {
  const reset = await withDatabase(settings, silentLog, async ({ prisma }) => {
    const person = await prisma.person.findUnique({ where: { email: normalizeEmail(email) } });
    if (!person) return undefined;
    if (isSecondFactorRemoved) await prisma.$transaction((all) => clearSecondFactor(all, person.id));
    return createResetLink(prisma, person.id);
  });
  if (!reset) throw new Error(`There is no account with the email address ${email}.`);
  const url = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  console.log(`${url}/reset-password#${reset.token}`);
  process.stderr.write(`Send this link to ${email}. It works once, until ${reset.expiresAt}.\n`);
}
