import { Command } from 'commander';
import { VERSION } from '../context/version';
import { backup, restore } from './backup';
import { readInput, readInputOfOwner } from './command-input';
import { checkInstallation } from './doctor/doctor';
import { moveDatabase } from './move-database';
import { migrate } from './migrate';
import { resetPassword, type ResetOptions } from './reset-password';
import { registerService } from './service/register';
import { start } from './start';
import { verifyAudit } from './verify-audit';

/** The commands of the server's program. Without a command, it starts the server. */
export function createProgram(): Command {
  const program = new Command('drover-server')
    .description('Runs and maintains a Drover server. Settings are environment variables: docs/settings.md.')
    .version(VERSION)
    .option(
      '--config <file>',
      'file with settings, one NAME=value per line; the environment takes precedence',
    )
    .showHelpAfterError('(--help lists commands and options)');

  program
    .command('start', { isDefault: true })
    .description('start the server')
    .action(() => start(readInput(program)));
  program
    .command('migrate')
    .description('apply pending migrations to the database, then end')
    .action(() => migrate(readInputOfOwner(program)));
  program
    .command('backup <target>')
    .description('back up the database while the server works: a folder, or a file of pg_dump for PostgreSQL')
    .action((target: string) => backup(readInputOfOwner(program), target));
  program
    .command('restore <source>')
    .description('restore a backup into an empty data directory or database; stop the servers first')
    .action((source: string) => restore(readInputOfOwner(program), source));
  program
    .command('reset-password <email>')
    .description('read a new password from standard input, and end the sessions of the person')
    .option('--link', 'print a link with which the person sets a new password, and read none')
    .option('--remove-second-factor', 'also let the person sign in without the second factor')
    .action((email: string, options: ResetOptions) =>
      resetPassword(readInputOfOwner(program), email, options),
    );
  program
    .command('verify-audit')
    .description('verify that no entry of the audit logs was changed or deleted, and name the first that was')
    .action(() => verifyAudit(readInputOfOwner(program)));
  program
    .command('doctor')
    .description('check settings, database, NATS, clock and public URL, and say how to fix what is wrong')
    .action(() => checkInstallation(readInput(program)));
  program
    .command('move-database <data-directory> <url>')
    .description('copy the embedded database into an empty PostgreSQL database; stop the server first')
    .action(moveDatabase);
  registerService(program);
  return program;
}
