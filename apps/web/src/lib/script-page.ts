import type { Job } from '@drover/sdk';

interface Script {
  scriptId: string | null;
  /** What a job runs. Null for code and for a script that is gone. */
  kind: Job['kind'] | null;
}

/** Returns the page of a script: the editor of the account's own, or the page of a published one. */
export function scriptPageOf({ kind, scriptId }: Script): string | undefined {
  if (scriptId === null || kind === null || kind === 'execute') return undefined;
  return kind === 'devscript' ? `/devscripts/${scriptId}` : `/library/${scriptId}`;
}

/** Returns the editor of the account's own script. */
export function editorPageOf(script: Script): string | undefined {
  return script.kind === 'devscript' ? scriptPageOf(script) : undefined;
}
