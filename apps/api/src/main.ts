#!/usr/bin/env node
import { createProgram } from './commands/program';

createProgram()
  .parseAsync()
  .catch((error: Error) => {
    process.stderr.write(`drover: ${error.message}\n`);
    process.exit(1);
  });
