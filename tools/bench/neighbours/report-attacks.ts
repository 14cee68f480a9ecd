import { LIMITS } from '@drover/contract/limits';
import { LINK_LIMITS } from '@drover/contract/link-protocol';
import type { Attack, Attackers, Strike } from './attack';
import { pause, repeat, type Client } from './client';
import { enrolDevices, HostileDevice } from './hostile-device';

const devicesPerAccount = 2;

/** The room of a frame beside its text. */
const envelopeBytes = 300;
const largeText = 'x'.repeat(LINK_LIMITS.frameBytes - envelopeBytes);

/** Frames of a run, without end. `seq` is the number of the first line. */
type Frames = (runId: string, seq: number) => { frame: object; lines: number };

/** Runs code on the devices and has each report frames without end. */
function reportForever(frames: Frames) {
  return async (attackers: Attackers): Promise<Strike> => {
    const devices = await createDevices(attackers);
    return async (signal) => {
      await repeat(devices.length, signal, async (loop) => {
        const { client, device } = devices[loop];
        if (!(await device.connect(signal))) return;
        await execute(client, { devices: [device] }, signal);
        const runId = await device.start(signal);
        if (runId === undefined) return pause(100, signal);
        // A run that was written to for a while is replaced, so that bounds per run do not end the attack.
        const until = Date.now() + 5_000;
        for (let seq = 1; !signal.aborted && Date.now() < until;) {
          const { frame, lines } = frames(runId, seq);
          await device.report(frame, signal);
          if (!(await device.connect(signal))) break;
          seq += lines;
        }
        await device.report(finished(runId), signal);
      });
      for (const { device } of devices) device.close();
    };
  };
}

async function createDevices({ clients }: Attackers) {
  const devices: { client: Client; device: HostileDevice }[] = [];
  for (const client of clients) {
    const credentials = await enrolDevices(client, devicesPerAccount);
    devices.push(...credentials.map((each) => ({ client, device: new HostileDevice(client, each) })));
  }
  return devices;
}

/** Runs code of an account on its devices. */
function execute(client: Client, run: { devices: HostileDevice[]; vars?: object }, signal: AbortSignal) {
  const devices = run.devices.map(({ credential }) => ({ _id: credential.deviceId }));
  const body = JSON.stringify({ code: '1', devices, vars: run.vars });
  return client.send({ method: 'POST', path: '/v1/scripts/execute', body }, signal);
}

function finished(runId: string): object {
  return { type: 'finished', runId, at: Date.now(), state: 'succeeded', exitCode: 0 };
}

function logFrame(runId: string, seq: number, texts: string[]): object {
  const at = Date.now();
  const lines = texts.map((text, index) => ({ seq: seq + index, at, level: 'info', text }));
  return { type: 'log', runId, lines };
}

const noTexts = Array.from({ length: LINK_LIMITS.logLines }, () => '');

export const emptyLines: Attack = {
  name: 'empty-lines',
  title: 'a flood of empty log lines',
  prepare: reportForever((runId, seq) => ({ frame: logFrame(runId, seq, noTexts), lines: noTexts.length })),
};

export const longLines: Attack = {
  name: 'long-lines',
  title: 'log lines of 1 MB',
  prepare: reportForever((runId, seq) => ({ frame: logFrame(runId, seq, [largeText]), lines: 1 })),
};

export const posts: Attack = {
  name: 'posts',
  title: 'posted messages of 1 MB',
  prepare: reportForever((runId) => ({
    frame: { type: 'posted', runId, at: Date.now(), text: largeText },
    lines: 0,
  })),
};

const maskedDevices = 40;
const maskedSecrets = 30;
const secretChars = 8000;
const maskedLines = 20;

/** Lines that begin like a secret again and again, so that searching is most expensive. */
export const masks: Attack = {
  name: 'masks',
  title: 'masks of 30 secrets of 8,000 characters on 40 devices',
  async prepare({ clients }) {
    const client = clients[0];
    const vars: Record<string, object> = {};
    for (let secret = 0; secret < maskedSecrets; secret += 1) {
      const name = `SECRET_${secret}`;
      const value = secretText(secret, secretChars);
      await client.prepare('PUT', `/v1/secrets/${name}`, { value });
      vars[name] = { $secret: name };
    }
    const credentials = await enrolDevices(client, maskedDevices);
    const devices = credentials.map((credential) => new HostileDevice(client, credential));
    const texts = Array.from({ length: maskedLines }, (_, line) => secretText(line, secretChars - 1));
    return async (signal) => {
      await repeat(1, signal, async () => {
        await Promise.all(devices.map((device) => device.connect(signal)));
        await execute(client, { devices, vars }, signal);
        await Promise.all(devices.map((device) => runMasked(device, texts, signal)));
      });
      for (const device of devices) device.close();
    };
  },
};

async function runMasked(device: HostileDevice, texts: string[], signal: AbortSignal): Promise<void> {
  const runId = await device.start(AbortSignal.any([signal, AbortSignal.timeout(5_000)]));
  if (runId === undefined) return;
  await device.report(logFrame(runId, 1, texts), signal);
  await device.report(finished(runId), signal);
}

/** Texts that differ at their ends only. */
function secretText(index: number, chars: number): string {
  const end = String(index).padStart(4, '0');
  return 'a'.repeat(Math.min(chars, LIMITS.secretValueCharsMax) - end.length) + end;
}
