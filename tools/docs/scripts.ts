import { PHONE_ONLY } from '@drover/script-types/phone-only';
import type { ScriptGlobal } from './script-globals';

const marks: Record<string, [node: string, phone: string]> = {
  both: ['yes', 'yes'],
  node: ['yes', '–'],
  phone: ['–', 'yes'],
};

/** Describes what scripts find on each kind of device. */
export function scriptsPage(globals: ScriptGlobal[]): string {
  return `# Scripts

A script is one file of JavaScript. On computers it runs on Node, in a process of its own. On phones it runs in the app's
engine. This page lists what scripts find there. \`npm run docs\` generates it from the types in
[libs/script-types](../libs/script-types),
which the Node agent has to satisfy, so what it says of computers is what the code declares.

On computers, scripts also have everything that Node has: \`require('node:fs')\`, \`fetch\`, \`Buffer\` and so on.
On phones, the modules are those of the app, and only \`hamibot\`, also called \`drover\`, and the
log come from Drover (see [phones](phones.md)). [Compatibility](compatibility.md) sums up what works, differs or is absent.

## Globals

Most modules are also available with a dollar sign, for example \`$http\`. A script may define variables of the same names.

| Name | Computers | Phones | What it is | What differs on computers |
|---|---|---|---|---|
${globals.map(globalRow).join('\n')}

## Members

| Module | Members |
|---|---|
${globals
  .filter(({ members }) => members.length > 0)
  .map(memberRow)
  .join('\n')}

## What only phones have

On computers these throw an error that says what is missing. If the script does not catch it, the run fails with it.

| Needs | Names |
|---|---|
${Object.entries(PHONE_ONLY)
  .map(([need, names]) => `| ${need} | ${codes(names)} |`)
  .join('\n')}

Functions of \`app\`, \`device\`, \`events\` and \`engines\` that only phones have do the same.

## Threads

JavaScript on Node has one thread per script. A function that is passed to \`threads.start\` is therefore not interrupted,
and does not interrupt others. It starts when the script waits: in \`sleep\`, in \`join\` or \`blockedGet\`, before a request
without a callback, or when the script has reached its end. It then runs until it returns.

- A thread that never ends holds up the code that waits. After five seconds the log says so. Use \`setInterval\` or
  \`engines.execScript\` instead: engines do run side by side.
- Timers and callbacks run after the script and its threads have returned, not while one of them sleeps.
- \`interrupt\` ends a thread when it sleeps next. A thread that has not started never starts.
- An error in a thread is written to the log. It does not end the run.
- \`lock.lock()\` throws if code that waits for this thread holds the lock, because both would wait forever.

## Waiting and stopping

\`sleep\` and requests without a callback block the script. A stop ends it all the same, with its threads, its engines and
the processes that it has started. \`events.on('exit', …)\` is called when the script ends by itself or fails, but not when
it is stopped.

\`exit()\` ends this script. Scripts that it started with \`engines.execScript\` run to their ends, and the run with them.
An error of such a script is written to the log. It does not fail the run.

## Files

Relative paths start in the folder of the run, which is deleted after it. \`/sdcard\` is a folder in it, unless the machine
has one of its own. To keep values, use \`storages\`. To keep files, start the agent with \`--writable <folder>\` (see
[security](security.md)).

\`require('./name.js')\` loads a file that the script has written or downloaded before. Scripts are uploaded as one file.

## Storages

\`storages\` keeps values on the device. All scripts of the device share them, as on phones: choose names that no other
script uses, and store no secrets there. Each \`put\` is on the disk when it returns. The values are deleted when the
device is removed.

## Console

\`console.*\` writes to the log of the run, as \`log\` does. The functions for the console's window, such as \`show\`,
\`hide\` and \`setSize\`, do nothing on computers. \`console.input\` and \`console.rawInput\` return null.

## Types

The package [\`@drover/script-types\`](../libs/script-types/README.md) declares everything above. Name
\`@drover/script-types/globals\` in \`types\` of a tsconfig, and editors know the globals. With
\`@drover/script-types/phone\` they also know those that only phones have.
`;
}

function globalRow({ name, availability, text, difference }: ScriptGlobal): string {
  const [node, phone] = marks[availability] ?? ['–', '–'];
  return `| \`${name}\` | ${node} | ${phone} | ${text} | ${difference} |`;
}

function memberRow({ name, members }: ScriptGlobal): string {
  return `| \`${name}\` | ${codes(members)} |`;
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
