/** Is in the command lines of the processes that try to escape. */
export const marker = '86399.25';

/**
 * A script that leaves a process which it cannot be recognised by: in a session of its own, as a child of the first process,
 * without the variables of the run. A second one waits in the run.
 */
export const escapingScript = `
const { spawn } = require('node:child_process');
const detached = "(env -i setsid sh -c '(trap \\"\\" TERM HUP; exec sleep ${marker}) &' </dev/null >/dev/null 2>&1 &)";
spawn('sh', ['-c', detached], { detached: true, stdio: 'ignore', env: {} }).unref();
spawn('sleep', ['${marker}']);
setInterval(() => undefined, 1000);
`;
