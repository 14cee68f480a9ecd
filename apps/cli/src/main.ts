#!/usr/bin/env node
import { exitCodeOf, explain } from './failures';
import { createProgram } from './program';
import { note, paintError } from './terminal';

// Whoever reads may have seen enough: `drover devices | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    process.exitCode = exitCodeOf(error);
    const [first, ...rest] = explain(error);
    if (first) note(`${paintError('red', '✗')} ${first}`);
    for (const line of rest) note(`  ${paintError('dim', line)}`);
  });
