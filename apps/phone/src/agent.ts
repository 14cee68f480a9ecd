import { DeviceAgent, Journal, Outbox, type EndReason } from '@drover/device-agent';
import { ArtifactUploads } from './artifact-uploads';
import { clock } from './clock';
import { deleteCredential, saveCredential, type Credential } from './credential';
import { FrameFile } from './frame-file';
import { openJournalFile } from './journal-file';
import { readPhoneFacts } from './facts';
import { linkHost } from './link-host';
import { showMessage } from './messages';
import { describePhone } from './phone';
import { EngineHost } from './script-host';
import { PhoneUpdates, type OpenUpdate } from './update';

/** Scripts at the same time. */
const maxRuns = 16;

/** Milliseconds between polls of the scripts. */
const pollMs = 100;

/** Milliseconds that the last frames have before an update. */
const updateFlushMs = 5000;

/** Smaller than on computers: the phone reads the whole journal at its start. */
const journalLimits = { rememberedRuns: 300, spareLines: 1000 };

/** Why the agent ends, for the log and a toast. */
const endTexts: Record<EndReason, string> = {
  removed: 'the device was removed',
  'bad-credential': 'the server rejects the credential: scan a new code',
  replaced: 'another agent took over',
};

/** The agent of this script, unless it waits for the agent of an update. */
let current: DeviceAgent | undefined;

/** Starts the shared agent with the files, engines and sockets of the app. `update` is one that is not over. */
export function startAgent(credential: Credential, update?: OpenUpdate): void {
  const outbox = new Outbox(new FrameFile());
  const uploads = new ArtifactUploads(credential);
  const scripts = new EngineHost(credential, uploads);
  // The interval also keeps this script alive, which a socket does not.
  const interval = setInterval(() => {
    scripts.poll();
    uploads.poll();
  }, pollMs);
  const updates = new PhoneUpdates({
    credential,
    open: update,
    release: (done) => {
      current = undefined;
      agent.close({ reason: 'the agent is updated', flushMs: updateFlushMs }, () => {
        clearInterval(interval);
        uploads.close();
        done();
      });
    },
    restart: (failed) => startAgent(credential, failed),
  });
  const agent = new DeviceAgent({
    journal: new Journal(openJournalFile(), journalLimits),
    outbox,
    scripts,
    updates,
    clock,
    maxRuns,
    link: {
      host: linkHost,
      server: credential.server,
      helloToken: credential.token,
      describeDevice: () => ({ ...describePhone(), canUpdate: true }),
      readFacts: readPhoneFacts,
    },
    log: (sentence) => console.info(`drover: ${sentence}`),
    showMessage: ({ title, text }) => showMessage(title || 'Drover', text),
    onUp: () => uploads.retryNow(),
    onEnd: (reason) => {
      uploads.close();
      console.warn(`drover: ${endTexts[reason]}`);
      toast(`Drover: ${endTexts[reason]}`);
      if (reason !== 'replaced') deleteCredential();
      agent.close({ reason: endTexts[reason], flushMs: 0 }, exit);
    },
  });
  current = agent;
  agent.start(() => undefined);
}

/** Makes agents exit that start later on this phone, and takes over the credential that they came with. */
export function answerOtherAgents(credential: Credential): void {
  events.broadcast.on('drover-agent', (json: string) => {
    const other = JSON.parse(String(json)) as { id: string; credential: Credential | null };
    if (other.credential && other.credential.token !== credential.token) {
      credential.server = other.credential.server;
      credential.token = other.credential.token;
      saveCredential(credential);
    }
    events.broadcast.emit('drover-agent-here', other.id);
    if (current) current.reconnectNow();
  });
}
