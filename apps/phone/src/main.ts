/**
 * Makes this phone a device of a Drover server. Start the script once and leave it running. After the first start the
 * phone remembers its server.
 */
import { answerOtherAgents, startAgent } from './agent';
import { readCredential, saveCredential, type Credential } from './credential';
import { enrol, type Retry } from './enrolment';
import { keepAwake } from './phone';
import { readOpenUpdate } from './update';

/** Milliseconds that an agent which already runs on this phone has to answer. */
const answerTimeoutMs = 1000;

const providedCredential: Credential | null = DROVER.credential
  ? { ...DROVER.credential, server: DROVER.server }
  : null;
const id = String(Date.now()) + String(Math.random());
const update = readOpenUpdate();

// The former agent waits for the one that it started.
if (update) start();
else startUnlessRunning();

function startUnlessRunning(): void {
  let isAnotherRunning = false;
  events.broadcast.on('drover-agent-here', (answeredId: string) => {
    if (String(answeredId) === id) isAnotherRunning = true;
  });
  events.broadcast.emit('drover-agent', JSON.stringify({ id, credential: providedCredential }));
  setTimeout(() => {
    if (isAnotherRunning) {
      toast('Drover is running already');
      return exit();
    }
    if (providedCredential) saveCredential(providedCredential);
    start();
  }, answerTimeoutMs);
}

function start(): void {
  let credential: Credential | Retry;
  try {
    credential = findCredential();
  } catch (error) {
    return fail((error as Error).message);
  }
  // Random, so that the phones of a busy server do not retry at the same time.
  if ('retryAfterMs' in credential) {
    return void setTimeout(start, credential.retryAfterMs + Math.random() * 10_000);
  }
  saveCredential(credential);
  keepAwake();
  answerOtherAgents(credential);
  startAgent(credential, update);
}

/** Returns the saved credential or enrols the phone. */
function findCredential(): Credential | Retry {
  const { server, key } = DROVER;
  const saved = readCredential();
  if (!key) {
    if (!saved) throw new Error('This phone has no key. Scan a new code in the console.');
    // The phone has just fetched this script from the address, so the server has moved there.
    return { ...saved, server };
  }
  // With the key of another server, the phone moves to that server.
  return saved && saved.server === server ? saved : enrol(server, key);
}

function fail(problem: string): void {
  console.error(`drover: ${problem}`);
  toast(`Drover: ${problem}`);
  exit();
}
