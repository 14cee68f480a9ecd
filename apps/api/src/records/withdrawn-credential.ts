const prefix = 'withdrawn:';

/** Returns what a device without a token has in place of the hash. No token has it, and each device has another. */
export const withdrawnHash = (deviceId: string): string => prefix + deviceId;

export const isWithdrawn = (tokenHash: string): boolean => tokenHash.startsWith(prefix);
