import { existsSync, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { isSea } from 'node:sea';

/** The command line of a program of this agent, without the executable of Node. */
interface NodeProgram {
  args: string[];
  /** Files and folders that the program reads. */
  paths: string[];
  env?: NodeJS.ProcessEnv;
}

/** Returns whether a path points to a file that is embedded in the agent's single executable. */
function isEmbedded(file: string): boolean {
  return isSea() && file.startsWith(process.execPath + sep);
}

/** Returns the file of the program that this process runs. */
export function getMainFile(): string {
  const file = process.argv[1] ?? '';
  return isEmbedded(file) ? file : realpathSync(file);
}

/**
 * Returns the program of scripts. It is beside the agent, also in the single executable. When the agent runs from its
 * sources, tsx compiles it.
 */
export function getScriptProgram(nodeOptions: string[], args: string[] = []): NodeProgram {
  const built = join(__dirname, 'script-child.js');
  if (isEmbedded(built) || existsSync(built)) {
    return { args: [...toArguments(nodeOptions), built, ...args], paths: isEmbedded(built) ? [] : [built] };
  }
  const source = join(__dirname, '../script/script-child.ts');
  const workspace = resolve(__dirname, '../../../..');
  return {
    args: [...nodeOptions, '--require', require.resolve('tsx/cjs'), source, ...args],
    paths: [workspace],
    // The names of libraries are paths of the workspace, and the script runs in another folder.
    env: { TSX_TSCONFIG_PATH: join(workspace, 'tsconfig.base.json') },
  };
}

/** The single executable takes the options of Node in one argument, because all others belong to the agent. */
function toArguments(nodeOptions: string[]): string[] {
  return isSea() && nodeOptions.length > 0 ? [`--node-options=${nodeOptions.join(' ')}`] : nodeOptions;
}
