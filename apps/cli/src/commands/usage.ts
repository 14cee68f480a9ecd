import type { Usage } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printFields } from '../output/field-list';
import { printJson } from '../output/json';

/** The service returns this limit if there is none. */
const noLimit = 1_000_000_000;

/** Registers `drover usage`. */
export function registerUsage(program: Command): void {
  addCommand(program, 'usage', {
    summary: "Show the number of the account's requests in this month",
    examples: ['usage', 'usage --jq .remaining'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const usage = await createClient().usage.get();
    if (json) return printJson(usage);
    printFields(describeUsage(usage));
  });
}

function describeUsage({ used, limit, remaining, reset }: Usage): Record<string, string> {
  return {
    Used: used.toLocaleString('en'),
    Limit: limit === noLimit ? 'none' : limit.toLocaleString('en'),
    ...(limit !== noLimit && { Remaining: remaining.toLocaleString('en') }),
    Resets: reset,
  };
}
