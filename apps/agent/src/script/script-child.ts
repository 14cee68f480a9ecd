/**
 * The process of one run. It receives its task from the agent, defines the globals that scripts expect, and runs
 * the script. Node ends the process when the script has nothing left to wait for.
 */
import { createRequire, isBuiltin } from 'node:module';
import { compileFunction, constants } from 'node:vm';
import { readTask, report, sleep } from './channel';
import { reportFailure } from './failures';
import { createHamibot } from './hamibot';
import { createConsole, redirectStreams } from './script-console';

type Script = (...scope: unknown[]) => void;

const task = readTask();
const fileName = task.scriptName.endsWith('.js') ? task.scriptName : `${task.scriptName}.js`;
const scriptConsole = createConsole();
const hamibot = createHamibot(task);
const log = scriptConsole.log.bind(scriptConsole);

redirectStreams();

// Globals instead of parameters, because a script may declare its own `const sleep` or `let log`.
Object.assign(globalThis, { hamibot, drover: hamibot, log, toast: log, toastLog: log, sleep });
Object.defineProperty(globalThis, 'console', { value: scriptConsole, writable: true, configurable: true });

process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return; // The script handles the error itself.
  fail(error);
});

process.on('exit', () => report({ type: 'exit' }));

run(compile());

function compile(): Script {
  // A byte order mark and a shebang line are not JavaScript. The replacements do not move any column.
  const code = task.code.replace(/^\uFEFF/, '').replace(/^#!/, '//');
  try {
    return compileFunction(code, ['exports', 'require', 'module', '__filename', '__dirname'], {
      filename: fileName,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }) as unknown as Script;
  } catch (error) {
    return fail(error);
  }
}

function run(script: Script): void {
  const module = { exports: {} };
  script.call(module.exports, module.exports, requireBuiltin, module, fileName, process.cwd());
}

function fail(error: unknown): never {
  reportFailure(error, fileName);
  process.exit(1);
}

function requireBuiltin(name: string): unknown {
  if (isBuiltin(name)) return createRequire(__filename)(name);
  const message = `Cannot find module '${name}': scripts are single files and can only require Node's built-in modules`;
  throw Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
}
