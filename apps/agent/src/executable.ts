/**
 * Main script of the single executable, which contains the programs of the agent and Node. The programs are found as if
 * the executable was a folder with one folder in it, which is named for the version as in the data folder. A first argument
 * that is a file of a program starts that program: one of these, such as `launcher.js`, or one that an update has stored.
 */
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { getAsset } from 'node:sea';
import { compileFunction } from 'node:vm';

type Program = (...scope: unknown[]) => void;

const folder = join(process.execPath, getAsset('version', 'utf8'));
const [argument = ''] = process.argv.slice(2);
const isProgram = argument.endsWith('.js');
const file = isProgram && isAbsolute(argument) ? argument : join(folder, isProgram ? argument : 'main.js');

process.argv.splice(1, isProgram ? 2 : 1, file);
if (dirname(file) === folder) runEmbedded(file);
else createRequire(file)(file);

function runEmbedded(filename: string): void {
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
  const program = compileFunction(getAsset(basename(filename), 'utf8').replace(/^#!/, '//'), parameters, {
    filename,
  }) as unknown as Program;
  const module = { exports: {} };
  program(module.exports, createRequire(process.execPath), module, filename, folder);
}
