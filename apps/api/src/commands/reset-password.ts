import { text } from 'node:stream/consumers';
import { Password } from '@drover/contract';
import { resetPasswordOf } from '../features/accounts/persons';
import { silentLog, withDatabase } from './with-database';
import type { CommandInput } from './command-input';

/** Sets the password of an account to the one on standard input, and ends its sessions. */
export async function resetPassword({ settings }: CommandInput, email: string): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write('New password, then Enter and Ctrl-D: ');
  const password = Password.safeParse((await text(process.stdin)).replace(/\r?\n$/, ''));
  if (!password.success) {
    throw new Error(`The password ${password.error.issues.map(({ message }) => message).join(', ')}.`);
  }
  const isKnown = await withDatabase(settings, silentLog, ({ prisma }) =>
    resetPasswordOf(prisma, email, password.data),
  );
  if (!isKnown) throw new Error(`There is no account with the email address ${email}.`);
  console.log(`The password of ${email} is changed, and its sessions are ended.`);
}
