import { collectItems, type Drover, type Member } from '@drover/sdk';
import { CliError } from '../errors/cli-error';

/** Finds a member by email address or ID. */
export async function selectMember(drover: Drover, reference: string): Promise<Member> {
  const items = await collectItems(drover.members.iterate());
  const found = items.find(({ _id, email }) => _id === reference || email === reference.toLowerCase());
  if (found) return found;
  throw new CliError('rejected', `There is no person '${reference}'.`, ['List them: drover people']);
}
