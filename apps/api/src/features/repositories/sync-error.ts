/** A reason why a repository cannot be synced, which its owner is told. */
export class SyncError extends Error {}
