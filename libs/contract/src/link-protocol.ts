/**
 * Constants of the device link. This file imports nothing, so that the agent of phones can bundle it without zod.
 */

/** Version of the protocol that Hello names. */
export const LINK_PROTOCOL = 1;

/** Path of the device link. The device sends its token in `Authorization: token hmd_…` or in Hello. */
export const LINK_PATH = '/link';

/** Path of code that is too large for Run: GET LINK_CODE_PATH/<sha256>, with the same device token. */
export const LINK_CODE_PATH = '/link/code';

/** Path of the agent for phones of this server: GET LINK_AGENT_PATH, with the same device token. */
export const LINK_AGENT_PATH = '/link/agent.js';

/** Path at which an agent that is removed withdraws its device token: DELETE LINK_CREDENTIAL_PATH, with that token. */
export const LINK_CREDENTIAL_PATH = '/link/credential';

/** Limits of the device link. */
export const LINK_LIMITS = {
  /** Default interval of the server's WebSocket pings. A side that misses two of them closes the link. */
  heartbeatMs: 15_000,
  /** Milliseconds within which a new link must send Hello. */
  helloTimeoutMs: 10_000,
  /** One frame of the device. */
  frameBytes: 1024 * 1024,
  /** A larger frame is read only up to this size, and then rejected. Beyond it the link closes. */
  rejectedFrameBytes: 2 * 1024 * 1024,
  /** Code up to this size is part of Run. Larger code is fetched once and cached by its hash. */
  inlineCodeBytes: 16 * 1024,
  /** Durable frames that a device may send before an Ack. */
  unacknowledgedFrames: 64,
  /** Lines in one Log frame. */
  logLines: 1000,
  /** Runs in one Hello, and therefore open runs of a device at the same time. */
  runs: 1000,
  /** Milliseconds between the Facts of a device. */
  factsMs: 5 * 60_000,
  /** Milliseconds between two Progress frames of a run. */
  progressMs: 1000,
  /** A text in Facts, and the addresses in it. */
  factChars: 128,
  factAddresses: 16,
  /** Minimum and maximum delay before a device reconnects. It doubles in between, with full jitter. */
  reconnectMinMs: 1000,
  reconnectMaxMs: 60_000,
} as const;

/** Why the server closed a link. */
export const CLOSE_CODES = {
  /** Standard code: the server is stopping. Reconnect with backoff. */
  goingAway: 1001,
  /** A frame was not JSON, or did not match its type. Durable frames are acknowledged instead. */
  badFrame: 4400,
  /** The device token is unknown or revoked. Delete it and enrol again. */
  badCredential: 4401,
  /** Hello did not arrive in time. */
  helloTimeout: 4408,
  /** A newer link of the same device replaced this one. Do not reconnect. */
  replaced: 4409,
  /** The server does not support the protocol version of Hello. */
  unsupportedProtocol: 4426,
  /** The device does not read what the server sends. */
  notReading: 4413,
  /** The device sent too many unacknowledged frames, or too many pings. */
  tooManyFrames: 4429,
} as const;

/** Returns whether arrays and objects of a JSON value nest deeper than so many levels. Does not recurse. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let containers = isContainer(value) ? [value] : [];
  for (let depth = 0; containers.length > 0; depth += 1) {
    if (depth === levels) return true;
    containers = findInnerContainers(containers);
  }
  return false;
}

// Not part of the loop: the phone's compiler would add a helper that needs `Symbol` to a loop with closures.
function findInnerContainers(containers: Record<string, unknown>[]): Record<string, unknown>[] {
  const inner: Record<string, unknown>[] = [];
  containers.forEach((container) =>
    Object.keys(container).forEach((key) => {
      const part = container[key];
      if (isContainer(part)) inner.push(part);
    }),
  );
  return inner;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** `hamibot.plan` of a free script. Its name is documented, and scripts compare it. */
export const FREE_PLAN = { name: '免费', model: 'free', onFreeTrial: false } as const;
