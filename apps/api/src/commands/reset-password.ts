import { text } from 'node:stream/consumers';
import { Password } from '@drover/contract';
import { resetPasswordOf } from '../features/accounts/persons';
import { silentLog, withDatabase } from './with-database';
import type { CommandInput } from './command-input';

interface ResetOptions {
  removeSecondFactor?: true;
}

/** Sets the password of a person to the one on standard input, and ends the person's sessions. */
export async function resetPassword(
  { settings }: CommandInput,
  email: string,
  { removeSecondFactor }: ResetOptions,
): Promise<void> {
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
