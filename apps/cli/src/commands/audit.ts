import type { AuditEntry } from '@drover/sdk';
import type { Command } from 'commander';
import { pipeline } from 'node:stream/promises';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { addTimeRange, readTimeRange, type TimeRangeOptions } from '../options/filter-options';
import { parseCount } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson } from '../output/json';
import { readBody, saveResponse } from '../output/save-response';
import { printNote } from '../output/terminal';
import { takeItems } from '../output/take-items';
import { type Column, printTable } from '../output/table';
import { findTokenId } from '../selection/filter-ids';
import { selectMember } from '../selection/select-member';

interface AuditOptions extends CommonOptions, TimeRangeOptions {
  action?: string;
  target?: string;
  token?: string;
  person?: string;
  limit: number;
}

const columns: Column<AuditEntry>[] = [
  { title: 'WHEN', text: ({ at }) => formatAge(at) },
  { title: 'ACTION', text: ({ action }) => action },
  { title: 'TARGET', text: formatTarget, canShrink: true },
  { title: 'CHANGES', text: formatChanges, canShrink: true },
  { title: 'ADDRESS', text: ({ address }) => address },
  { title: 'PERSON', text: ({ personName }) => personName ?? '–', isOptional: true },
  {
    title: 'TOKEN',
    text: ({ tokenName, tokenId }) => tokenName ?? tokenId ?? '–',
    style: () => 'dim',
    isOptional: true,
  },
  { title: 'REQUEST', text: ({ requestId }) => requestId, style: () => 'dim', isOptional: true },
];

function formatTarget({ targetName, targetCount, targetId }: AuditEntry): string {
  const name = targetName ?? targetId ?? '–';
  return targetCount === null ? name : `${targetCount}: ${name}`;
}

/** Formats changes such as `name: a → b`. Hidden values are left out. */
function formatChanges({ changes }: AuditEntry): string {
  const texts = changes.map(({ field, before, after }) =>
    before === null && after === null ? field : `${field}: ${before ?? '–'} → ${after ?? '–'}`,
  );
  return texts.join(', ');
}

/** Registers `drover audit`, which lists and exports the entries of the audit log. */
export function registerAudit(program: Command): void {
  const audit = addCommandGroup(program, 'audit', 'List or export changes and their authors');
  registerList(audit);
  registerExport(audit);
}

function registerList(audit: Command): void {
  const list = addCommand(audit, 'ls', {
    summary: 'List changes and their authors, newest first',
    notes: 'Requires an access token with the scope admin.',
    examples: [
      'audit',
      'audit --action device.remove --since 7d',
      'audit --token ci --since 2026-01-01 --until 2026-02-01',
      'audit --limit 1000 --json at,action,targetId',
      `audit --jq '.items[].action'`,
    ],
    isQuery: true,
  })
    .option('--action <action>', 'Only changes of this kind, such as device.update')
    .option('--target <id>', 'Only changes of this record')
    .option('--token <token>', 'Only changes by this access token or session')
    .option('--person <email-or-id>', 'Only changes by this person')
    .option('--limit <number>', 'Maximum number of entries', parseCount, 50)
    .action(async ({ json, limit, action, target, token, person, ...times }: AuditOptions) => {
      const drover = createClient();
      const tokenId = await findTokenId(drover, token);
      const personId = person && (await selectMember(drover, person)).personId;
      const filter = { action, targetId: target, tokenId, personId, ...readTimeRange(times) };
      const entries = drover.audit.iterate({ ...filter, limit: Math.min(limit, 1000) });
      const page = await takeItems(entries, limit);
      if (json) return printJson(page);
      const isFiltered = Object.values(filter).some((value) => value !== undefined);
      printTable(page.items, columns, isFiltered ? 'No changes match.' : 'No changes yet.');
    });
  addTimeRange(list, 'changes');
}

function registerExport(audit: Command): void {
  const command = addCommand(audit, 'export <file>', {
    summary: 'Save changes as JSON lines, the oldest first',
    notes: 'Requires an access token with the scope admin. A file named - is the standard output.',
    examples: ['audit export audit.jsonl', 'audit export - --since 7d'],
    isQuery: true,
  })
    .option('--action <action>', 'Only changes of this kind, such as device.update')
    .action(async (file: string, { action, ...times }: TimeRangeOptions & { action?: string }) => {
      const response = await createClient().audit.export({ action, ...readTimeRange(times) });
      if (file === '-') return pipeline(readBody(response), process.stdout, { end: false });
      await saveResponse(response, file);
      printNote(`Saved ${file}`);
    });
  addTimeRange(command, 'changes');
}
