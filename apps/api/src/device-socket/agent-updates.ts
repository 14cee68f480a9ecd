import type { Hello } from '@drover/contract';

/**
 * How the agent of a device is updated: by itself, by the server whenever the phone connects, or only by installing it
 * again.
 */
export type AgentUpdates = 'itself' | 'on-connect' | 'installation';

/** Returns how the agent that sent the hello is updated. */
export function describeUpdates({ canUpdate, platform }: Hello): AgentUpdates {
  if (canUpdate) return 'itself';
  return platform?.startsWith('android') ? 'on-connect' : 'installation';
}
