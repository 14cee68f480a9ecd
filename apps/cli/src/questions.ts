import type * as Clack from '@clack/prompts';
import { Failure } from './failures';

/** Asks yes or no; whoever turns away has said no. */
export async function confirm(message: string): Promise<boolean> {
  const { confirm: ask } = await clack();
  return (await ask({ message, initialValue: false })) === true;
}

export async function askText(message: string, initialValue = ''): Promise<string> {
  const { text } = await clack();
  return answered(await text({ message, initialValue, validate: required }));
}

export async function askSecret(message: string): Promise<string> {
  const { password } = await clack();
  return answered(await password({ message, validate: required }));
}

export async function choose<Choice extends string>(
  message: string,
  labels: Record<Choice, string>,
): Promise<Choice> {
  const { select } = await clack();
  const options = Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
  const answer: string | symbol = await select({ message, options });
  return answered(answer) as Choice;
}

/** Only when somebody is asked: most commands ask nothing, and start the sooner. */
function clack(): Promise<typeof Clack> {
  return import('@clack/prompts');
}

function answered(answer: string | symbol): string {
  if (typeof answer === 'string') return answer;
  throw new Failure('interrupted', 'Nothing was changed.');
}

function required(text: string | undefined): string | undefined {
  return text ? undefined : 'Something has to stand here.';
}
