import {
  callerRequests,
  type CallerRequest,
  type TokenPlace,
  type Verdict,
} from '@drover/contract/reference/caller-requests';
import { PHONE_ONLY } from '@drover/script-types/phone-only';
import type { ScriptGlobal } from './script-globals';

const tokens: Record<TokenPlace, string> = {
  token: '`Authorization: token …`',
  bare: '`Authorization: …`',
  Bearer: '`Authorization: Bearer …`',
  'X-API-Key': '`X-API-Key: …`',
  query: 'in the query',
  body: 'in the body',
};

/**
 * How many public scripts use something, where it was counted. Add a number only with the count that it comes from: this
 * one was made when public scripts were run on the Node agent for the first time.
 */
const publicScripts: Partial<Record<string, string>> = { hamibot: '6 take apart `hamibot.plan`' };

/** Lists what public callers and scripts use, and whether it works. */
export function compatibilityPage(globals: ScriptGlobal[]): string {
  return `# Compatibility

What public callers send and what public scripts use, and whether it **works**, **differs** or is **absent**.
\`npm run docs\` generates this page from tables that tests read.

## Requests

The shapes of the requests that public clients send: editors, a trigger, a desktop program, shell and Python helpers.
[A contract test](../apps/api/src/contract-tests/caller-requests.spec.ts) sends each of them byte by byte and compares the
status. [Another](../apps/api/src/contract-tests/callers.spec.ts) checks what the unusual ones cause.
[Interface coverage](interface-coverage.md) lists the tests of every documented line. ${summary()}

${Object.entries(callerRequests).map(requestsSection).join('\n\n')}

## Modules of scripts

The globals that scripts of the Auto.js family use. Computers run scripts on Node, phones in the engine of the app, whose
own modules stay as they are. What computers have is
[declared](../libs/script-types/README.md), and the agent has to satisfy the declarations. [A
test](../apps/agent/src/script/script-modules.spec.ts) uses them. What phones have is declared by the tag
\`@availability\`; tests run scripts on the apps' engine with stand-ins for their modules, not on a phone.
[Scripts](scripts.md) describes each module.

Counts are shown where public scripts were counted. Without a number, nobody has counted.

| Name | Public scripts | Computers | Phones |
|---|---|---|---|
${inOrder(globals).map(globalRow).join('\n')}

## What only phones have

On computers these are absent: they throw an error that says what is missing.

| Needs | Names | Computers | Phones |
|---|---|---|---|
${Object.entries(PHONE_ONLY)
  .map(([need, names]) => `| ${need} | ${names.map(code).join(', ')} | absent | works |`)
  .join('\n')}

## Configuration forms

51 of 125 items in public configurations have a \`validation\` with \`required\`. It works: the console marks such an item,
and requests of Drover's own, such as \`POST /v1/jobs\`, are refused without a value. The run routes that public callers use
are not refused: the run's log begins with a warning.
[The rules](../libs/contract/src/config-rules.spec.ts) and [the refusals](../apps/api/src/features/jobs/config-values.spec.ts)
are tested.
`;
}

function summary(): string {
  const requests = Object.values(callerRequests).flat();
  const count = (verdict: Verdict) => requests.filter((request) => request.verdict === verdict).length;
  return `Of ${requests.length} requests, ${count('works')} work, ${count('differs')} differ and ${count('absent')} are absent.`;
}

function requestsSection([group, requests]: [string, CallerRequest[]]): string {
  return `### ${group}

| Request | Token | Body | Answer | Result |
|---|---|---|---|---|
${requests.map(requestRow).join('\n')}`;
}

function requestRow(request: CallerRequest): string {
  const { method, path, token, status, verdict, note } = request;
  const result = note ? `${verdict}: ${note}` : verdict;
  return `| ${code(`${method} ${path}`)} | ${tokens[token]} | ${bodyOf(request)} | ${status} | ${result} |`;
}

function bodyOf({ body, parts, contentType }: CallerRequest): string {
  const content = parts ? `two files as parts named \`${parts}\`` : body ? code(body) : 'none';
  if (contentType === null) return `${content}, without a content type`;
  if (contentType) return `${content}, as ${code(contentType)}`;
  return content === 'none' ? '' : content;
}

/** What was counted comes first. */
function inOrder(globals: ScriptGlobal[]): ScriptGlobal[] {
  const isCounted = ({ name }: ScriptGlobal) => (publicScripts[name] ? 0 : 1);
  return [...globals].sort((a, b) => isCounted(a) - isCounted(b));
}

function globalRow({ name, availability, difference }: ScriptGlobal): string {
  // Sentences about phones come first in a comment.
  const [, onPhones, onComputers = ''] = /^(?:On phones (.*?)\.(?:\s|$))?(.*)$/s.exec(difference) ?? [];
  const computers = availability === 'phone' ? 'absent' : verdict(onComputers);
  const phones = availability === 'node' ? 'absent' : verdict(onPhones);
  return `| ${code(name)} | ${publicScripts[name] ?? ''} | ${computers} | ${phones} |`;
}

function verdict(difference: string | undefined): string {
  return difference ? `differs: ${difference}` : 'works';
}

function code(text: string): string {
  return `\`${text}\``;
}
