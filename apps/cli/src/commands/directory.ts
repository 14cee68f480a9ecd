import type { DirectoryGroupRole, DirectoryRole } from '@drover/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { collect } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printFields } from '../output/field-list';
import { printJson } from '../output/json';
import { printLine, printNote, stripControls } from '../output/terminal';

const roles: readonly DirectoryRole[] = ['viewer', 'operator', 'editor', 'admin'];

interface RoleOptions extends CommonOptions {
  default?: DirectoryRole;
  group?: string[];
  groups?: boolean;
}

/** Registers `drover directory`, which connects a directory by SCIM. */
export function registerDirectory(program: Command): void {
  const directory = addCommandGroup(
    program,
    'directory',
    'Connect a directory by SCIM, and set the roles of its groups',
  );
  addCommand(directory, 'show', {
    summary: 'Print the URL for the directory, the last use of its token, and the roles of its groups',
    examples: ['directory show', 'directory show --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const settings = await createClient().directory.get();
    if (json) return printJson(settings);
    const { url, token, defaultRole } = settings;
    printFields({
      URL: url,
      Token: token ? `created ${formatAge(token.createdAt)}` : 'none',
      'Last used': token && formatAge(token.lastUsedAt),
      'Role without a group': defaultRole,
      Groups: settings.roles.map(({ group, role }) => stripControls(`${group}=${role}`)).join(', ') || 'none',
    });
  });
  addCommand(directory, 'token', {
    summary: 'Create the token of the directory, in place of the former one',
    examples: ['directory token'],
  }).action(async ({ json }: CommonOptions) => {
    const drover = createClient();
    const created = await drover.directory.createToken();
    if (json) return printJson(created);
    printLine(created.token);
    const { url } = await drover.directory.get();
    printNote(`Enter this token in your directory, with the URL ${url}. It is not shown again.`);
  });
  addCommand(directory, 'revoke', {
    summary: 'Revoke the token of the directory. Its people and groups stay',
    examples: ['directory revoke'],
  }).action(async ({ json }: CommonOptions) => {
    const drover = createClient();
    await drover.directory.removeToken();
    if (json) printJson(await drover.directory.get());
    else printLine('Revoked the token of the directory.');
  });
  registerRoles(directory);
}

function registerRoles(directory: Command): void {
  addCommand(directory, 'roles', {
    summary: 'Set the roles of groups, in place of the former ones',
    examples: [
      'directory roles --group "IT=admin" --group "Field service=operator"',
      'directory roles --default operator',
      'directory roles --no-groups',
    ],
  })
    .option('--default <role>', `Role of people in none of the groups: ${roles.join(', ')}`, parseRole)
    .option('--group <group=role>', 'Name of a group of the directory, and its role (repeatable)', collect)
    .option('--no-groups', 'No group has a role')
    .action(async ({ json, default: defaultRole, group, groups }: RoleOptions) => {
      const drover = createClient();
      if (group && groups === false) throw new CliError('usage', 'Use --group or --no-groups.');
      const current = await drover.directory.get();
      const chosen = groups === false ? [] : group?.map(parseGroupRole);
      await drover.directory.update({
        defaultRole: defaultRole ?? current.defaultRole,
        roles: chosen ?? current.roles,
      });
      if (json) printJson(await drover.directory.get());
      else printLine('Saved the roles.');
    });
}

function parseRole(text: string): DirectoryRole {
  const role = roles.find((each) => each === text);
  if (role) return role;
  throw new InvalidArgumentError(`It must be one of ${roles.join(', ')}.`);
}

/** The name of a group may contain the sign. */
function parseGroupRole(text: string): DirectoryGroupRole {
  const end = text.lastIndexOf('=');
  const role = roles.find((each) => each === text.slice(end + 1));
  if (end > 0 && role) return { group: text.slice(0, end), role };
  throw new CliError('usage', `"${stripControls(text)}" is not group=role, with one of ${roles.join(', ')}.`);
}
