import {
  collectItems,
  type CreateInvitation,
  type Member,
  type PendingDirectoryUser,
  type Role,
} from '@drover/sdk';
import type { Command } from 'commander';
import { createClient, readAccount } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { collect, parseDuration, parseWords } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { printTable, type Column } from '../output/table';
import { printLine, printNote } from '../output/terminal';
import { selectGroups } from '../selection/select-record';
import { selectMember } from '../selection/select-member';

const roles: readonly Role[] = ['viewer', 'operator', 'editor', 'admin', 'owner'];
const invitedRoles: readonly CreateInvitation['role'][] = ['viewer', 'operator', 'editor', 'admin'];

const columns: Column<Member>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'EMAIL', text: ({ email }) => email, canShrink: true },
  { title: 'ROLE', text: ({ role }) => role },
  { title: 'LAST SEEN', text: ({ lastSeenAt }) => formatAge(lastSeenAt) },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

const pendingColumns: Column<PendingDirectoryUser>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'EMAIL', text: ({ email }) => email ?? '', canShrink: true },
  { title: 'ROLE', text: ({ role }) => role },
  { title: 'ADDED', text: ({ createdAt }) => formatAge(createdAt) },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

interface InviteOptions extends CommonOptions {
  role: CreateInvitation['role'];
  name?: string;
  email?: string;
  expires?: number;
  group?: string[];
}

/** Describes the option for the device groups of a role. */
const groupHelp = 'Name or ID of a device group that a viewer or an operator is bound to (repeatable)';

interface RoleOptions extends CommonOptions {
  group?: string[];
  allDevices?: boolean;
}

/** Registers `drover people`, which manages the members of the workspace. */
export function registerPeople(program: Command): void {
  const people = addCommandGroup(program, 'people', 'List, invite or remove the people of the workspace');
  addCommand(people, 'ls', {
    summary: 'List the people of the workspace, newest first',
    examples: ['people', 'people --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().members.iterate()));
    if (json) printJson(page);
    else printTable(page.items, columns, 'No people.');
  });
  addCommand(people, 'pending', {
    summary: 'List the people whom the directory provides and who have not joined, newest first',
    examples: ['people pending', 'people pending --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().directory.iteratePending()));
    if (json) printJson(page);
    else printTable(page.items, pendingColumns, 'Nobody is pending.');
  });
  registerInvite(people);
  addCommand(people, 'role <email-or-id> <role>', {
    summary: 'Change the role of a person, and the device groups that it is bound to',
    examples: [
      'people role grace@example.org editor',
      'people role grace@example.org operator --group Berlin',
      'people role grace@example.org operator --all-devices',
    ],
  })
    .option('--group <group>', groupHelp, collect)
    .option('--all-devices', 'Bind the role to no device group')
    .action(async (reference: string, role: string, { group, allDevices, json }: RoleOptions) => {
      const drover = createClient();
      const member = await selectMember(drover, reference);
      const groups = allDevices ? [] : group && (await selectGroups(drover, group));
      const change = { role: parseRole(roles)(role), ...(groups && { groups }) };
      await drover.members.update(member._id, change);
      if (json) printJson({ ...member, ...change });
      else printLine(`${member.name} is ${change.role}.`);
    });
  registerRequirements(people);
  addCommand(people, 'reset-password <email-or-id>', {
    summary: 'Create a link with which a person sets a new password, once, within an hour',
    examples: ['people reset-password grace@example.org'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const member = await selectMember(drover, reference);
    const reset = await drover.members.createPasswordReset(member._id);
    if (json) return printJson(reset);
    printLine(`${readAccount().url}/reset-password#${reset.token}`);
    printNote(`Send this link to ${member.name} alone. It is not shown again.`);
  });
  addCommand(people, 'rm <email-or-id>', {
    summary: 'Remove a person, and end the sessions and tokens of the person immediately',
    examples: ['people rm grace@example.org'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const member = await selectMember(drover, reference);
    await drover.members.remove(member._id);
    if (json) printJson(member);
    else printLine(`Removed ${member.name}.`);
  });
}

interface RequirementOptions extends CommonOptions {
  secondFactor?: boolean;
  singleSignOn?: boolean;
}

function registerRequirements(people: Command): void {
  addCommand(people, 'requirements', {
    summary: 'Show or change how members have to sign in',
    examples: ['people requirements', 'people requirements --second-factor on --single-sign-on off'],
  })
    .option('--second-factor <on|off>', 'Require a second factor of all members', parseSwitch)
    .option('--single-sign-on <on|off>', 'Require single sign-on of all members', parseSwitch)
    .action(async ({ secondFactor, singleSignOn, json }: RequirementOptions) => {
      const drover = createClient();
      if (secondFactor !== undefined || singleSignOn !== undefined) {
        await drover.accounts.update({
          isSecondFactorRequired: secondFactor,
          isSingleSignOnRequired: singleSignOn,
        });
      }
      const { isSecondFactorRequired, isSingleSignOnRequired } = await drover.accounts.get();
      if (json) return printJson({ isSecondFactorRequired, isSingleSignOnRequired });
      printLine(`Second factor   ${isSecondFactorRequired ? 'required' : 'optional'}`);
      printLine(`Single sign-on  ${isSingleSignOnRequired ? 'required' : 'optional'}`);
    });
}

const parseSwitch = (text: string): boolean => parseWords(text, ['on', 'off'])[0] === 'on';

function registerInvite(people: Command): void {
  addCommand(people, 'invite', {
    summary: 'Create an invitation, with which one person joins the workspace',
    examples: ['people invite --role operator', 'people invite --role operator --group Berlin --expires 1d'],
  })
    .option('--role <role>', `Role: ${invitedRoles.join(', ')}`, parseRole(invitedRoles), 'viewer')
    .option('--group <group>', groupHelp, collect)
    .option('--name <name>', 'For whom it is, a note for other admins')
    .option('--email <address>', 'Send the link there, if the server can send email')
    .option('--expires <duration>', 'How long it is valid (default: 7 days)', parseDuration)
    .action(async ({ role, name, email, expires, group = [], json }: InviteOptions) => {
      const drover = createClient();
      const groups = await selectGroups(drover, group);
      const request = { role, groups, name, email, expiresIn: expires };
      const invitation = await drover.invitations.create(request);
      if (json) return printJson(invitation);
      printLine(`${readAccount().url}/join#${invitation.token}`);
      const { mail } = invitation;
      if (mail) printNote(mail.error ?? `The link is being sent to ${invitation.email}.`);
      printNote('Send this link to one person. It works once, and is not shown again.');
    });
}

const parseRole =
  <Name extends Role>(allowed: readonly Name[]) =>
  (text: string): Name =>
    parseWords(text, allowed)[0];
