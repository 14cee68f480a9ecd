import type { Project } from '@drover/sdk';
import type { BuildAnswer, BuildFailure, BuildRequest, BuildResult } from './protocol';

/** A project that cannot be built, for reasons that its author can fix. */
export class BuildError extends Error {
  constructor(readonly failure: BuildFailure) {
    super(failure.problems[0]?.text);
  }
}

let worker: Worker | undefined;
let last = 0;

/** Bundles a project in a worker, as the command line does. Throws a BuildError. The worker is kept for the next build. */
export function buildProject(files: Project['files']): Promise<BuildResult> {
  const n = (last += 1);
  worker ??= new Worker(new URL('./bundler.worker.ts', import.meta.url), { type: 'module' });
  const used = worker;
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const { signal } = controller;
    const onMessage = ({ data }: MessageEvent<BuildAnswer>) => {
      if (data.n !== n) return;
      controller.abort();
      if ('result' in data) return resolve(data.result);
      if ('failure' in data) return reject(new BuildError(data.failure));
      fail(data.crash);
    };
    /** Begins with a new worker the next time: this one may not have loaded. */
    const fail = (reason: string) => {
      controller.abort();
      used.terminate();
      if (worker === used) worker = undefined;
      reject(new Error(reason));
    };
    used.addEventListener('message', onMessage, { signal });
    used.addEventListener('error', ({ message }) => fail(message || 'The bundler could not be loaded.'), {
      signal,
    });
    used.postMessage({ n, files } satisfies BuildRequest);
  });
}
