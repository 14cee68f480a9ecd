import type { AuditEntry } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { parseCount, parseDuration } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson } from '../output/json';
import { takeItems } from '../output/take-items';
import { type Column, printTable } from '../output/table';

interface AuditOptions extends CommonOptions {
  action?: string;
  target?: string;
  since?: number;
  limit: number;
}

const columns: Column<AuditEntry>[] = [
  { title: 'WHEN', text: ({ at }) => formatAge(at) },
  { title: 'ACTION', text: ({ action }) => action },
  { title: 'TARGET', text: ({ targetId }) => targetId ?? '–', canShrink: true },
  { title: 'ADDRESS', text: ({ address }) => address },
  { title: 'TOKEN', text: ({ tokenId }) => tokenId ?? '–', style: () => 'dim', isOptional: true },
  { title: 'REQUEST', text: ({ requestId }) => requestId, style: () => 'dim', isOptional: true },
];

/** Registers `drover audit`, which lists the entries of the audit log. */
export function registerAudit(program: Command): void {
  addCommand(program, 'audit', {
    summary: 'List changes and their authors, newest first',
    notes: 'Requires an access token with the scope admin.',
    examples: [
      'audit',
      'audit --action device.remove --since 7d',
      'audit --limit 1000 --json at,action,targetId',
      `audit --jq '.items[].action'`,
    ],
    isQuery: true,
  })
    .option('--action <action>', 'Only changes of this kind, such as device.update')
    .option('--target <id>', 'Only changes of this record')
    .option('--since <duration>', 'Only changes of this time until now, such as 2h or 7d', parseDuration)
    .option('--limit <number>', 'Maximum number of entries', parseCount, 50)
    .action(async ({ json, limit, action, target, since }: AuditOptions) => {
      const from = since === undefined ? undefined : new Date(Date.now() - since * 1000).toISOString();
      const filter = { action, targetId: target, createdAfter: from, limit: Math.min(limit, 1000) };
      const page = await takeItems(createClient().audit.iterate(filter), limit);
      if (json) return printJson(page);
      printTable(page.items, columns, action || target || since ? 'No changes match.' : 'No changes yet.');
    });
}
