import type { Job } from '@drover/sdk';

/** Returns the page of what a job runs: the editor of the account's own script, or the page of a published one. */
export function scriptPageOf({ kind, scriptId }: Pick<Job, 'kind' | 'scriptId'>): string | undefined {
  if (scriptId === null || kind === 'execute') return undefined;
  return kind === 'devscript' ? `/devscripts/${scriptId}` : `/library/${scriptId}`;
}

/** Returns the editor of the account's own script. */
export function editorPageOf(job: Pick<Job, 'kind' | 'scriptId'>): string | undefined {
  return job.kind === 'devscript' ? scriptPageOf(job) : undefined;
}
