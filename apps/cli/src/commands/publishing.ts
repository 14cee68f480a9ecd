import type { Devscript, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../add-command';
import { connect, readAccount } from '../configuration';
import { Failure } from '../failures';
import { printJson } from '../json';
import { selectDevscript } from '../script-selection';
import { say } from '../terminal';

interface PublishOptions extends CommonOptions {
  approve?: boolean;
}

/** `drover publish`: a development script becomes a published one, or its next version. */
export function addPublishing(program: Command): void {
  addCommand(program, 'publish <devscript>', {
    summary: 'publish a development script, or its next version',
    notes:
      'A draft is submitted for review first. Where reviews are not automatic, publish\nagain once it is approved.',
    examples: ['publish hello', 'publish hello --approve'],
  })
    .option('--approve', 'approve it as well, if you are a reviewer')
    .action(async (reference: string, { approve = false, json }: PublishOptions) => {
      const drover = connect();
      const devscript = await selectDevscript(drover, reference);
      await review(drover, devscript, approve);
      const script = await drover.devscripts.publish(devscript._id);
      if (json) return printJson(script);
      say(`Published ${script.name} ${script.version}.`);
      say(`  ${readAccount().url}/scripts/${script.slug}`);
    });
}

/** Takes a script as far through its review as the caller may. */
async function review(drover: Drover, devscript: Devscript, isApproving: boolean): Promise<void> {
  const { _id, name } = devscript;
  const isNew = devscript.reviewState === 'draft' || devscript.reviewState === 'rejected';
  if (devscript.reviewState === 'rejected' && !isApproving) throw rejected(devscript);
  const { reviewState } = isNew ? await drover.devscripts.submitReview(_id) : devscript;
  if (reviewState !== 'in_review') return;
  if (isApproving) return drover.reviews.update(_id, { decision: 'approve' });
  throw new Failure('failed', `${name} waits for its review.`, [
    'Publish it again once it is approved; a reviewer may use --approve.',
  ]);
}

function rejected({ name, reviewNote }: Devscript): Failure {
  const hints = [
    ...(reviewNote ? [`The reviewer says: ${reviewNote}`] : []),
    'Change it, push it, publish it again.',
  ];
  return new Failure('failed', `${name} was rejected.`, hints);
}
