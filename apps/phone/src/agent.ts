import { DeviceAgent, Journal, Outbox, type EndReason } from '@drover/device-agent';
import { clock } from './clock';
import { deleteCredential, saveCredential, type Credential } from './credential';
import { FrameFile } from './frame-file';
import { openJournalFile } from './journal-file';
import { readPhoneFacts } from './facts';
import { linkHost } from './link-host';
import { showMessage } from './messages';
import { describePhone, keepAwake } from './phone';
import { EngineHost } from './script-host';

/** Scripts at the same time. */
const maxRuns = 16;

/** Milliseconds between polls of the scripts. */
const pollMs = 100;

/** Smaller than on computers: the phone reads the whole journal at its start. */
const journalLimits = { rememberedRuns: 300, spareLines: 1000 };

/** Why the agent ends, for the log and a toast. */
const endTexts: Record<EndReason, string> = {
  removed: 'the device was removed',
  'bad-credential': 'the server rejects the credential: scan a new code',
  replaced: 'another agent took over',
};

/** Starts the shared agent with the files, engines and sockets of the app. */
export function startAgent(credential: Credential): void {
  const outbox = new Outbox(new FrameFile());
  const scripts = new EngineHost(credential);
  const agent = new DeviceAgent({
    journal: new Journal(openJournalFile(), journalLimits),
    outbox,
    scripts,
    clock,
    maxRuns,
    link: {
      host: linkHost,
      server: credential.server,
      helloToken: credential.token,
      describeDevice: describePhone,
      readFacts: readPhoneFacts,
    },
    log: (sentence) => console.info(`drover: ${sentence}`),
    showMessage: ({ title, text }) => showMessage(title || 'Drover', text),
    onEnd: (reason) => {
      console.warn(`drover: ${endTexts[reason]}`);
      toast(`Drover: ${endTexts[reason]}`);
      if (reason !== 'replaced') deleteCredential();
      agent.close({ reason: endTexts[reason], flushMs: 0 }, exit);
    },
  });
  answerOtherAgents(credential, () => agent.reconnectNow());
  keepAwake();
  // The interval also keeps this script alive, which a socket does not.
  setInterval(() => scripts.poll(), pollMs);
  agent.start(() => undefined);
}

/** Makes agents exit that start later on this phone, and takes over the credential that they came with. */
function answerOtherAgents(credential: Credential, onFound: () => void): void {
  events.broadcast.on('drover-agent', (json: string) => {
    const other = JSON.parse(String(json)) as { id: string; credential: Credential | null };
    if (other.credential && other.credential.token !== credential.token) {
      credential.server = other.credential.server;
      credential.token = other.credential.token;
      saveCredential(credential);
    }
    events.broadcast.emit('drover-agent-here', other.id);
    onFound();
  });
}
