import type { Config, Device, Devscript, InputFile, Job, Run } from '@drover/sdk';

const createdAt = '2026-01-31T08:00:00.000Z';

/** An ID of 24 hexadecimal digits. */
export const createId = (number: number) => number.toString(16).padStart(24, '0');

export function createDevice(number: number, fields: Partial<Device> = {}): Device {
  return {
    _id: createId(number),
    name: `Device ${number}`,
    online: true,
    tags: [],
    brand: 'Acme',
    model: 'One',
    appVersion: '1.2.2',
    platform: 'linux',
    isolation: 'bubblewrap',
    lastSeenAt: createdAt,
    createdAt,
    ...fields,
  };
}

export function createDevscript(fields: Partial<Devscript> = {}): Devscript {
  return {
    _id: createId(100),
    name: 'Nightly check',
    description: '',
    reviewState: 'draft',
    reviewNote: null,
    pushRef: null,
    plan: 'free',
    price: null,
    currency: null,
    script: null,
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
}

export function createRun(fields: Partial<Run> = {}): Run {
  return {
    _id: createId(300),
    jobId: createId(200),
    deviceId: createId(1),
    deviceName: 'Device 1',
    scriptId: createId(100),
    state: 'running',
    reason: null,
    reasonCode: null,
    exitCode: null,
    signal: null,
    failedStep: null,
    pinned: null,
    wave: null,
    attempt: 1,
    retryOf: null,
    isRetried: false,
    isHeld: false,
    progress: null,
    hasResult: false,
    heldUntil: null,
    createdAt,
    deliverBy: '2026-02-01T08:00:00.000Z',
    startedAt: createdAt,
    finishedAt: null,
    ...fields,
  };
}

export function createJob(fields: Partial<Job> = {}): Job {
  const counts = { queued: 1, running: 0, stopping: 0, succeeded: 0, failed: 0, timed_out: 0, lost: 0 };
  return {
    _id: createId(200),
    kind: 'devscript',
    scriptId: createId(100),
    name: 'Nightly check',
    version: null,
    revision: null,
    schemaSha256: null,
    vars: {},
    timeout: null,
    screenshotOnFailure: false,
    createdAt,
    counts: { ...counts, stopped: 0, canceled: 0, expired: 0, rejected: 0 },
    rollout: null,
    retry: null,
    rerunOf: null,
    trigger: null,
    ...fields,
  };
}

/** A page of a list. */
export const pageOf = <Item>(...items: Item[]) => ({ count: items.length, items });

/** An input file that was uploaded. */
export function createInputFile(): InputFile {
  const time = '2026-01-31T08:30:00.000Z';
  return {
    ...{ _id: createId(300), name: 'list.csv', size: 3, sha256: '0'.repeat(64) },
    ...{ uploadedBytes: 3, isComplete: true, createdAt: time, usedAt: time },
  };
}

/** The entries of a script's file list. */
export function createFileList(files: { code?: string; config?: Config }) {
  const kinds = Object.entries(files).filter(([, content]) => content !== undefined);
  return pageOf(
    ...kinds.map(([kind]) => ({
      kind,
      name: kind === 'code' ? 'index.js' : 'config.json',
      size: 10,
      sha256: '0'.repeat(64),
      updatedAt: createdAt,
    })),
  );
}
