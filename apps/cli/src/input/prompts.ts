import type * as Clack from '@clack/prompts';
import { CliError } from '../errors/cli-error';
import { isInteractive } from '../output/terminal';

/** Asks a yes/no question. Cancelling counts as no. */
export async function confirm(message: string): Promise<boolean> {
  const { confirm: ask } = await loadClack();
  return (await ask({ message, initialValue: false })) === true;
}

/** Throws unless the user confirms. Nothing must be changed before. */
export async function confirmOrAbort(question: string): Promise<void> {
  if (!isInteractive()) {
    throw new CliError('usage', 'Cannot ask for confirmation without a terminal. Use --yes to confirm.');
  }
  if (!(await confirm(question))) throw createCanceledError();
}

export async function promptText(message: string, initialValue = ''): Promise<string> {
  const { text } = await loadClack();
  return orCancel(await text({ message, initialValue, validate: validateRequired }));
}

export async function promptSecret(message: string): Promise<string> {
  const { password } = await loadClack();
  return orCancel(await password({ message, validate: validateRequired }));
}

export async function promptChoice<Choice extends string>(
  message: string,
  labels: Record<Choice, string>,
): Promise<Choice> {
  const { select } = await loadClack();
  const options = Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
  const answer: string | symbol = await select({ message, options });
  return orCancel(answer) as Choice;
}

/** Loads the prompts on first use: most commands never prompt, and start faster without them. */
function loadClack(): Promise<typeof Clack> {
  return import('@clack/prompts');
}

function orCancel(answer: string | symbol): string {
  if (typeof answer === 'string') return answer;
  throw createCanceledError();
}

function validateRequired(text: string | undefined): string | undefined {
  return text ? undefined : 'Enter a value.';
}

function createCanceledError(): CliError {
  return new CliError('interrupted', 'Canceled. Nothing was changed.');
}
