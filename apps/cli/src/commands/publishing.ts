import type { Devscript, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient, readAccount } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { printLine } from '../output/terminal';
import { selectDevscript } from '../selection/select-script';

interface PublishOptions extends CommonOptions {
  approve?: boolean;
}

/** Registers `drover publish`, which publishes a development script or its next version. */
export function registerPublishing(program: Command): void {
  addCommand(program, 'publish <devscript>', {
    summary: 'Publish a development script, or its next version',
    notes:
      'Submits a draft for review first. If a reviewer has to approve it, publish it again\nafter the approval.',
    examples: ['publish hello', 'publish hello --approve'],
  })
    .option('--approve', 'Also approve it (reviewers only)')
    .action(async (reference: string, { approve = false, json }: PublishOptions) => {
      const drover = createClient();
      const devscript = await selectDevscript(drover, reference);
      await completeReview(drover, devscript, approve);
      const script = await drover.devscripts.publish(devscript._id);
      if (json) return printJson(script);
      printLine(`Published ${script.name} ${script.version}.`);
      printLine(`  ${readAccount().url}/scripts/${script.slug}`);
    });
}

/** Submits a script for review, and approves it if requested. Throws if the review is not complete. */
async function completeReview(drover: Drover, devscript: Devscript, isApproving: boolean): Promise<void> {
  const { _id, name } = devscript;
  const isNew = devscript.reviewState === 'draft' || devscript.reviewState === 'rejected';
  if (devscript.reviewState === 'rejected' && !isApproving) throw createRejectedError(devscript);
  const { reviewState } = isNew ? await drover.devscripts.submitReview(_id) : devscript;
  if (reviewState !== 'in_review') return;
  if (isApproving) return drover.reviews.update(_id, { decision: 'approve' });
  throw new CliError('failed', `${name} is waiting for review.`, [
    'Publish it again after the approval. Reviewers can use --approve.',
  ]);
}

function createRejectedError({ name, reviewNote }: Devscript): CliError {
  const hints = [
    ...(reviewNote ? [`Review note: ${reviewNote}`] : []),
    'Change the script, push it, and publish it again.',
  ];
  return new CliError('failed', `${name} was rejected.`, hints);
}
