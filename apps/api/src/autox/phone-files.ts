import { FREE_PLAN, type RunOrder } from '@drover/contract';
import { insertPrelude } from '@drover/device-agent/insert-prelude';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build of apps/phone is: beside the built server, or in dist when the server runs from its sources. */
const folders = [join(__dirname, '../phone'), join(__dirname, '../../../../dist/apps/phone')];

/** The settings of the agent, which it reads from the variable DROVER. */
interface AgentSettings {
  server: string;
  /** Enrolment key. */
  key?: string;
  /** Credential of a phone that is enrolled already. */
  credential?: { token: string; deviceId: string; name: string };
}

/** Returns the agent for phones as one file. */
export function agentScript(settings: AgentSettings): string {
  return `var DROVER = ${toLiteral(settings)};\n${readPhoneFile('agent.js')}`;
}

/** Marks the log lines of an app that are reports of a script. */
export const reportMark = '[drover] ';

/**
 * Returns a script that stores a device token on a new phone, and reports the stored token in the app's log. Whoever
 * has only the key cannot report it. Agents of phones that pasted the script store theirs as `credential`.
 */
export function identityScript(newToken?: string): string {
  return (
    `(function () { var store = storages.create("drover"), given = ${toLiteral(newToken ?? null)}; ` +
    `if (given) store.put("phone", given); ` +
    `var agent = JSON.parse(store.get("credential") || "null"); ` +
    `var token = store.get("phone") || (agent && agent.token) || ""; ` +
    `console.verbose(${toLiteral(reportMark)} + JSON.stringify({ type: "phone", token: String(token) })); })();`
  );
}

/** Returns a script for a stock app, which has no agent. The script writes its reports to the app's log. */
export function stockScript(order: RunOrder, code: string): string {
  const { runId, env, robotName, name, plan = FREE_PLAN } = order;
  const task = toLiteral({ env, robotName, scriptName: name, plan });
  const write = 'console.verbose.bind(console)';
  const report =
    `function (write) { return function (said) { said.runId = "${runId}"; ` +
    `write("${reportMark}" + JSON.stringify(said)); return true; }; }(${write})`;
  const start =
    `(function (scope, report) { var task = ${task}; ${readPhoneFile('prelude.js').trim()}; ` +
    `scope.events.on("exit", function () { report({ type: "ended" }); }); })(this, ${report});`;
  return insertPrelude(code, start);
}

const contents = new Map<string, string>();

function readPhoneFile(name: string): string {
  const cached = contents.get(name);
  if (cached !== undefined) return cached;
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`The agent for phones is not built. Run: npx nx build phone`);
  const text = readFileSync(path, 'utf8');
  contents.set(name, text);
  return text;
}

/** Returns a value as JavaScript. U+2028 and U+2029 end a line there, but not in JSON. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
