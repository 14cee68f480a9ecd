import type { RunOrder } from '@drover/contract';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

/** Beside the server, as both are built; else where they are written. */
const folder = [join(__dirname, '../phone'), join(__dirname, '../../../phone/src')].find((path) =>
  existsSync(join(path, 'prelude.js')),
);

/** The parts of the phone's agent, each of them ES5. */
const parts = new Map(
  (folder ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => [name, readFileSync(join(folder ?? '', name), 'utf8')]),
);

const prelude = oneLine(parts.get('prelude.js') ?? '');

/** The phone's own function, so that the prelude stands in the same place whoever puts it there. */
const withPrelude = runInNewContext(`${parts.get('with-prelude.js')};withPrelude`) as (
  code: string,
  prelude: string,
) => string;

/** What the agent is told before it starts. */
interface AgentSettings {
  server: string;
  /** With which it registers itself. */
  key?: string;
  /** With which it is a device already. */
  credential?: { token: string; deviceId: string; name: string };
}

/** The agent of a phone as one file. */
export function agentScript(settings: AgentSettings): string {
  const { 'main.js': main, 'prelude.js': _, ...others } = Object.fromEntries(parts);
  const head = `var DROVER = ${literal(settings)};\nvar DROVER_PRELUDE = ${literal(prelude)};\n`;
  return [head, ...Object.values(others), main].join('\n');
}

/** What a stock app's log shows of a script says whose it is. */
export const reportMark = '[drover] ';

/** A script for a stock app, which has no agent that would follow it: what it says, it writes into the app's log. */
export function stockScript({ runId, env, robotName, name }: RunOrder, code: string): string {
  const task = literal({ env, robotName, scriptName: name });
  const write = 'console.verbose.bind(console)';
  const report =
    `function (write) { return function (said) { said.runId = "${runId}"; ` +
    `write("${reportMark}" + JSON.stringify(said)); return true; }; }(${write})`;
  const start =
    `(function (scope, report) { ${prelude} droverPrelude(scope, ${task}, report); ` +
    `scope.events.on("exit", function () { report({ type: "ended" }); }); })(this, ${report});`;
  return withPrelude(code, start);
}

/** JSON as source: these two end a line in JavaScript, not in JSON. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Comments stand on lines of their own there. */
function oneLine(source: string): string {
  return source
    .replace(/^\/\*[\s\S]*?\*\//gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('//'))
    .join(' ');
}
