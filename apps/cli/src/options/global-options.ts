import type { Command } from 'commander';
import { setServerOptions, type ServerOptions } from '../config/account';
import { setJsonFormat } from '../output/json';
import { createJsonFormat, type JsonOptions } from '../filters/json-format';

interface GlobalOptions extends ServerOptions, JsonOptions {
  debug?: boolean;
}

/** Adds the options that every command has, before or after its name. */
export function addGlobalOptions(program: Command): void {
  program
    .option('--context <name>', 'Use the server of this context')
    .option('--workspace <name>', 'Use the saved context of this workspace')
    .option('--url <address>', 'Use the server at this address')
    .option('--debug', 'Print requests and responses with their IDs to standard error')
    .hook('preAction', async (_program, command) => {
      const { context, workspace, url, debug, ...output } = command.optsWithGlobals<GlobalOptions>();
      if (debug) process.env.DROVER_DEBUG = '1';
      // `login` saves a new context under this name.
      setServerOptions(command.name() === 'login' ? { url } : { url, context, workspace });
      if ([output.json, output.jq, output.template].every((option) => option === undefined)) return;
      setJsonFormat(await createJsonFormat(output));
      command.setOptionValue('json', true);
    });
}

/** A list such as `name,online`. Names and IDs that are arguments contain other characters, or do not follow `--json`. */
const fieldList = /^_?[a-z]+(,_?[a-z]+)*$/i;

/**
 * Moves a `--json` to the end unless fields follow: in `jobs --json 65f1c0ffee65f1c0ffee65f1` the ID is an argument. The
 * parser would take any word for the value of the option.
 */
export function separateJsonOption(args: string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const isSeparate = (arg: string, at: number) =>
    at < end && arg === '--json' && !(at + 1 < end && fieldList.test(args[at + 1]));
  const count = args.filter(isSeparate).length;
  const others = args.filter((arg, at) => !isSeparate(arg, at));
  return count > 0 ? others.toSpliced(end - count, 0, '--json') : others;
}
