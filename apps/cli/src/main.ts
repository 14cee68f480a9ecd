#!/usr/bin/env node
import { getExitCode } from './errors/cli-error';
import { printError } from './errors/print-error';
import { separateJsonOption } from './options/global-options';
import { createProgram } from './program';

// The reader of a pipe may close it early, as in `drover devices | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

createProgram()
  .parseAsync(separateJsonOption(process.argv.slice(2)), { from: 'user' })
  .catch((error: unknown) => {
    process.exitCode = getExitCode(error);
    printError(error);
  });
