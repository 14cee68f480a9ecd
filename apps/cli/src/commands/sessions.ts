import type { OwnSession } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { formatAge } from '../output/duration';
import { printJson } from '../output/json';
import { printTable, type Column } from '../output/table';
import { printLine } from '../output/terminal';

const columns: Column<OwnSession>[] = [
  { title: 'BROWSER', text: ({ name }) => name, canShrink: true },
  { title: 'ADDRESS', text: ({ address }) => address ?? '' },
  { title: 'SIGNED IN', text: ({ createdAt }) => formatAge(createdAt) },
  { title: 'LAST USED', text: ({ lastUsedAt }) => formatAge(lastUsedAt) },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** Registers `drover sessions`: the browsers in which the person of the token is signed in. */
export function registerSessions(program: Command): void {
  const sessions = addCommandGroup(program, 'sessions', 'List or end the sessions of your browsers');
  addCommand(sessions, 'ls', {
    summary: 'List the browsers in which you are signed in, newest first',
    notes: 'A token of the workspace belongs to no person and has no sessions.',
    examples: ['sessions', 'sessions --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = await createClient().sessions.list();
    if (json) printJson(page);
    else printTable(page.items, columns, 'No sessions.');
  });
  addCommand(sessions, 'rm <id>', {
    summary: 'End a session immediately',
    examples: ['sessions rm 65f1c0ffee65f1c0ffee65f1'],
  }).action(async (id: string, { json }: CommonOptions) => {
    await createClient().sessions.removeOne(id);
    if (json) printJson({ _id: id });
    else printLine('The session has ended.');
  });
  addCommand(sessions, 'rm-all', {
    summary: 'End all sessions of your browsers. Access tokens stay valid',
    examples: ['sessions rm-all'],
  }).action(async ({ json }: CommonOptions) => {
    await createClient().sessions.removeOthers();
    if (json) printJson({});
    else printLine('All sessions have ended.');
  });
}
