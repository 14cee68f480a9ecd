import type { Command } from 'commander';
import { createClient } from '../config/account';
import { readPassword, type PasswordOptions } from '../input/passwords';
import { promptText } from '../input/prompts';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { isInteractive, printLine, printNote } from '../output/terminal';

type Options = CommonOptions & PasswordOptions;

/** Registers `drover second-factor`: what signing in to the console requires beside the password. */
export function registerSecondFactor(program: Command): void {
  const secondFactor = addCommandGroup(
    program,
    'second-factor',
    'Turn your second factor for the console on or off',
  );
  addCommand(secondFactor, 'ls', {
    summary: 'Show whether signing in to the console requires a second factor',
    examples: ['second-factor', 'second-factor --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const state = await createClient().secondFactor.get();
    if (json) return printJson(state);
    const { isOn, since, recoveryCodes, isRequired } = state;
    printLine(isOn ? `On since ${since}, ${recoveryCodes} unused recovery codes.` : 'Off.');
    if (isRequired) printNote('The workspace requires a second factor.');
  });
  addPasswordOption(
    addCommand(secondFactor, 'create', {
      summary: 'Create a secret for an authenticator app',
      notes: 'Asks for a code of the app in a terminal. Otherwise send one with `second-factor confirm`.',
      examples: ['second-factor create', 'second-factor create --json --password-stdin < password.txt'],
    }),
  ).action(async (options: Options) => {
    const drover = createClient();
    const currentPassword = await readPassword(options, 'Your password');
    const created = await drover.secondFactor.create({ currentPassword });
    if (options.json) return printJson(created);
    const { toString: drawCode } = await import('qrcode');
    printLine(
      await drawCode(
        created.uri,
        process.stdout.isTTY ? { type: 'terminal', small: true } : { type: 'utf8' },
      ),
    );
    printLine(`Secret  ${created.secret}`);
    if (!isInteractive()) return printNote('Next: drover second-factor confirm <code>');
    await confirmCode(await promptText('Code of the authenticator app'), {});
  });
  addCommand(secondFactor, 'confirm <code>', {
    summary: 'Turn the second factor on by a code of the new secret, and print recovery codes',
    examples: ['second-factor confirm 123456'],
  }).action((code: string, options: CommonOptions) => confirmCode(code, options));
  addPasswordOption(
    addCommand(secondFactor, 'recovery-codes', {
      summary: 'Replace the recovery codes',
      examples: ['second-factor recovery-codes'],
    }),
  ).action(async (options: Options) => {
    const currentPassword = await readPassword(options, 'Your password');
    printCodes(await createClient().secondFactor.createRecoveryCodes({ currentPassword }), options);
  });
  addPasswordOption(
    addCommand(secondFactor, 'rm', {
      summary: 'Turn the second factor off',
      examples: ['second-factor rm'],
    }),
  ).action(async (options: Options) => {
    const currentPassword = await readPassword(options, 'Your password');
    await createClient().secondFactor.remove({ currentPassword });
    if (options.json) printJson({});
    else printLine('The second factor is off.');
  });
}

const addPasswordOption = (command: Command) =>
  command.option('--password-stdin', 'Read your password from standard input');

async function confirmCode(code: string, options: CommonOptions): Promise<void> {
  printCodes(await createClient().secondFactor.confirm({ code }), options);
}

function printCodes(codes: { recoveryCodes: string[] }, { json }: CommonOptions): void {
  if (json) return printJson(codes);
  printLine(codes.recoveryCodes.join('\n'));
  printNote('Save these recovery codes now. Each replaces the second factor once. They are not shown again.');
}
