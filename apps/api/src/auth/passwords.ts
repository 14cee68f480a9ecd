import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../tasks/limit-concurrency';

/** Hashing keeps a core busy for some 50 ms, so it gets half of them: guesses must not slow down other requests. */
const takeTurns = limitConcurrency(Math.max(1, Math.floor(availableParallelism() / 2)));

/** Threads of a low priority. Those of Node also write to the disk, and commits would wait for passwords. */
const idleThreads: Worker[] = [];

const threadFile = join(__dirname, `passwords.worker${extname(__filename) === '.ts' ? '.cjs' : '.js'}`);

/** Hashes with Argon2id and the library's parameters, which follow OWASP's recommendation. */
export async function hashPassword(password: string): Promise<string> {
  return String(await compute({ password }));
}

/** Compares with a dummy hash if there is none, so that the response time does not reveal which addresses have an account. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('');
  const isMatch = await compute({ password, passwordHash: passwordHash ?? (await dummyHash) });
  return isMatch === true && passwordHash !== null && passwordHash !== undefined;
}

let dummyHash: Promise<string> | undefined;

function compute(task: { password: string; passwordHash?: string }): Promise<unknown> {
  return takeTurns(async () => {
    const thread = idleThreads.pop() ?? new Worker(threadFile);
    thread.ref();
    thread.postMessage(task);
    const [result] = (await once(thread, 'message')) as [unknown];
    // An idle thread does not keep the process alive. One that failed is not used again.
    thread.unref();
    idleThreads.push(thread);
    return result;
  });
}
