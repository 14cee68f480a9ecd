/** A reason why a repository cannot be synced, which its owner is told. */
export class SyncError extends Error {}

/** A Git server that does not answer, or fails itself. It may answer later. */
export class UnreachableError extends SyncError {}
