import type { Hamibot, ModuleGlobals, ScriptGlobals } from '@drover/script-types';
import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import { reportError, reportFailure } from './failures';
import { defineGlobals, exitScript } from './globals';
import { createHamibot } from './hamibot';
import { takeLastScreenshot } from './modules/artifacts';
import { sleep } from './modules/scheduler';
import type { ScriptTask } from './reports';
import { createConsole, redirectStreams } from './script-console';

type Script = (...scope: unknown[]) => void;

/** Globals that exist from the start. */
type Basics = Omit<ScriptGlobals, keyof ModuleGlobals>;

/**
 * Defines the globals that scripts expect and runs the script. Node ends the thread when the script has nothing left to
 * wait for. Only the failure of the run's own script, not of one that it has started, makes the run fail.
 */
export function runScript(task: ScriptTask, isWholeRun: boolean): void {
  const fileName = task.scriptName.endsWith('.js') ? task.scriptName : `${task.scriptName}.js`;
  const scriptConsole = createConsole();
  const hamibot = createHamibot(task, exitScript);
  const log = scriptConsole.log.bind(scriptConsole);

  redirectStreams();

  // Globals instead of parameters, because a script may declare its own `const sleep` or `let log`.
  defineGlobals(task);
  const logs = { console: scriptConsole, log, print: log, toast: log, toastLog: log };
  const basics: Basics = { ...logs, hamibot, drover: hamibot, sleep };
  Object.assign(globalThis, basics);

  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return; // The script handles the error itself.
    fail(error);
  });

  const script = compile(task.code, fileName, fail);
  const module: Module = { exports: {} };
  if (isWholeRun) process.on('exit', () => reportExport(module, hamibot));
  script.call(module.exports, module.exports, requireModule, module, fileName, process.cwd());
  if (isWholeRun) awaitExport(module);

  function fail(error: unknown): never {
    if (isWholeRun) {
      reportFailure(error, fileName);
      if (task.screenshotOnFailure) takeLastScreenshot();
    }
    if (!isWholeRun) reportError(error, `${task.scriptName}: `);
    process.exit(1);
  }
}

function compile(text: string, fileName: string, fail: (error: unknown) => never): Script {
  // A byte order mark and a shebang line are not JavaScript. The replacements do not move any column.
  const code = text.replace(/^\uFEFF/, '').replace(/^#!/, '//');
  try {
    return compileFunction(code, ['exports', 'require', 'module', '__filename', '__dirname'], {
      filename: fileName,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }) as unknown as Script;
  } catch (error) {
    return fail(error);
  }
}

/** The `module` of a script. */
interface Module {
  exports: { result?: unknown };
  /** What the exported result resolved to, if it is a promise. */
  settled?: unknown;
}

/**
 * Waits for a result that the script exports as a promise. If it rejects, the script fails as with any other promise.
 * Bundlers define exports as getters, so the value is not written to the exports.
 */
function awaitExport(module: Module): void {
  const { result } = module.exports ?? {};
  if (!(result instanceof Promise)) return;
  void result.then((value: unknown) => {
    module.settled = value;
  });
}

/** Reports what the script exports as `result`. A function is for other uses. */
function reportExport(module: Module, { result: report }: Pick<Hamibot, 'result'>): void {
  const exported = module.exports?.result;
  const result = exported instanceof Promise ? module.settled : exported;
  if (result === undefined || typeof result === 'function') return;
  report(result);
}

/** Loads a module of Node, or a file that the script has written or downloaded. */
function requireModule(name: string): unknown {
  const requireHere = createRequire(resolve('script.js'));
  if (isBuiltin(name)) return requireHere(name);
  const file = [name, `${name}.js`, `${name}.json`].find((candidate) => existsSync(resolve(candidate)));
  if (file && (/^\.{1,2}\//.test(name) || isAbsolute(name) || /\.js(on)?$/.test(file)))
    return requireHere(resolve(file));
  const message = `Cannot find module '${name}': scripts are single files and can only require Node's built-in modules`;
  throw Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
}
