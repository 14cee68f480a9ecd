import { collectItems, type Approval, type ApprovalDetails, type ApprovalState } from '@drover/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { collect, parseWords } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printFields } from '../output/field-list';
import { printJson, toList } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine, stripControls } from '../output/terminal';
import { selectGroups } from '../selection/select-record';

const states: readonly ApprovalState[] = ['pending', 'approved', 'declined', 'expired', 'withdrawn'];

/** Names what was asked for. Code and updates of agents have no names of their own. */
function describe({ kind, jobKind, name }: Approval): string {
  if (kind === 'schedule_create') return `create schedule ${name}`;
  if (kind === 'schedule_update') return `change schedule ${name}`;
  if (jobKind === 'execute') return 'run code';
  return jobKind === 'update' ? 'update agents' : `run ${name}`;
}

const reasons: Record<Approval['reasons'][number], string> = {
  devices: 'number of devices',
  recent_devices: 'number of devices within an hour',
  schedule: 'schedule',
  group: 'protected device group',
};

const columns: Column<Approval>[] = [
  { title: 'ID', text: ({ _id }) => _id },
  { title: 'REQUEST', text: describe, canShrink: true },
  { title: 'STATE', text: ({ state }) => state },
  { title: 'DEVICES', text: ({ devices }) => String(devices) },
  { title: 'BY', text: ({ askedBy }) => askedBy.name, canShrink: true },
  { title: 'AGE', text: ({ createdAt }) => formatAge(createdAt) },
];

type ListOptions = CommonOptions & { state?: ApprovalState[]; all?: boolean };
type NoteOptions = CommonOptions & { note?: string };

/** Registers `drover approvals`, requests that a second member must approve. */
export function registerApprovals(program: Command): void {
  const approvals = addCommandGroup(program, 'approvals', 'List, approve or decline what needs approval');
  addCommand(approvals, 'ls', {
    summary: 'List what waits for approval, newest first',
    notes: 'Members who are no admins see what they asked for.',
    examples: ['approvals', 'approvals ls --all', 'approvals ls --state declined --json name,note'],
    isQuery: true,
  })
    .option('--state <states>', `Only those in these states: ${states.join(', ')}`, (text) =>
      parseWords(text, states),
    )
    .option('--all', 'Also those that were decided')
    .action(async ({ json, state, all }: ListOptions) => {
      const filter = state ? { state } : all ? {} : { state: ['pending' as const] };
      const page = toList(await collectItems(createClient().approvals.iterate(filter)));
      if (json) printJson(page);
      else printTable(page.items, columns, 'Nothing waits for approval.');
    });
  addCommand(approvals, 'show <id>', {
    summary: 'Print what exactly was asked for',
    examples: ['approvals show 65f1c0ffee65f1c0ffee65f1'],
    isQuery: true,
  }).action(async (id: string, { json }: CommonOptions) => {
    const approval = await createClient().approvals.get(id);
    if (json) printJson(approval);
    else printDetails(approval);
  });
  registerDecisions(approvals);
  registerRules(approvals);
}

function registerDecisions(approvals: Command): void {
  addCommand(approvals, 'approve <id>', {
    summary: 'Approve a request, which then goes with the rights of the member who asked',
    examples: ['approvals approve 65f1c0ffee65f1c0ffee65f1', 'approvals approve 65f1… --note "Go"'],
  })
    .option('--note <text>', 'A note for the member who asked')
    .action(async (id: string, { json, note }: NoteOptions) => {
      const approval = await createClient().approvals.approve(id, note === undefined ? {} : { note });
      if (json) return printJson(approval);
      const result = approval.jobId ? `Job ${approval.jobId} has started.` : `The schedule is saved.`;
      printLine(`Approved: ${stripControls(describe(approval))}. ${result}`);
    });
  addCommand(approvals, 'decline <id>', {
    summary: 'Decline a request',
    examples: ['approvals decline 65f1c0ffee65f1c0ffee65f1 --note "Not before the weekend"'],
  })
    .requiredOption('--note <text>', 'Why, for the member who asked')
    .action(async (id: string, { json, note }: Required<Pick<NoteOptions, 'note'>> & CommonOptions) => {
      const drover = createClient();
      await drover.approvals.decline(id, { note });
      if (json) printJson(await drover.approvals.get(id));
      else printLine('Declined.');
    });
  addCommand(approvals, 'withdraw <id>', {
    summary: 'Withdraw what you asked for',
    examples: ['approvals withdraw 65f1c0ffee65f1c0ffee65f1'],
  }).action(async (id: string, { json }: CommonOptions) => {
    const drover = createClient();
    await drover.approvals.withdraw(id);
    if (json) printJson(await drover.approvals.get(id));
    else printLine('Withdrawn.');
  });
}

interface RulesOptions extends CommonOptions {
  maxDevices?: number | null;
  schedules?: boolean;
  group?: string[];
  groups?: boolean;
}

function registerRules(approvals: Command): void {
  addCommand(approvals, 'rules', {
    summary: 'Print what needs approval, or change it as an owner',
    examples: [
      'approvals rules',
      'approvals rules --max-devices 10 --schedules',
      'approvals rules --group Berlin',
      'approvals rules --max-devices any --no-schedules --no-groups',
    ],
  })
    .option('--max-devices <number>', 'Runs on more devices need approval; any: none does', parseMaxDevices)
    .option('--schedules', 'Creating and changing schedules needs approval')
    .option('--no-schedules', 'Schedules need no approval')
    .option('--group <group>', 'Device group whose runs need approval (repeatable)', collect)
    .option('--no-groups', 'No device group needs approval')
    .action(async ({ json, maxDevices, schedules, group, groups }: RulesOptions) => {
      const drover = createClient();
      if (group && groups === false) throw new CliError('usage', 'Use --group or --no-groups.');
      const chosen = groups === false ? [] : group && (await selectGroups(drover, group));
      const changes = {
        ...(maxDevices !== undefined && { maxDevices }),
        ...(schedules !== undefined && { schedules }),
        ...(chosen && { groups: chosen }),
      };
      if (Object.keys(changes).length > 0) await drover.approvals.updateRules(changes);
      const rules = await drover.approvals.getRules();
      if (json) return printJson(rules);
      printFields({
        'Runs on more devices than': rules.maxDevices === null ? 'any' : String(rules.maxDevices),
        Schedules: rules.schedules ? 'yes' : 'no',
        'Device groups': rules.groups.join(', ') || 'none',
      });
    });
}

function parseMaxDevices(text: string): number | null {
  if (text === 'any') return null;
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, or any.');
}

function printDetails(approval: ApprovalDetails): void {
  const { request, code, firstDevices, askedBy, decidedBy, ...fields } = approval;
  const others = fields.devices - firstDevices.length;
  const named = firstDevices.map(({ _id, name }) => name || _id).join(', ');
  printFields({
    Request: describe(approval),
    State: fields.state,
    By: askedBy.name,
    Because: fields.reasons.map((reason) => reasons[reason]).join(', '),
    Devices: named && others > 0 ? `${named} and ${others} more` : named || String(fields.devices),
    Expires: fields.state === 'pending' ? fields.expiresAt : null,
    Decided: decidedBy?.name,
    Note: fields.note,
    Job: fields.jobId,
    Schedule: fields.scheduleId,
  });
  printLine(stripControls(JSON.stringify(request, null, 2)));
  if (code !== null) printLine(`\n${code}`);
}
