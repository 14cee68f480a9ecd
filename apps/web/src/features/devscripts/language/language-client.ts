import type { FromWorker, LanguageAnswers, ToWorker } from './protocol';

/** Asks the language service, which runs in a worker. */
export class LanguageClient {
  private readonly worker = new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, (answer: never) => void>();
  private readonly sent = new Map<string, string>();
  private last = 0;

  constructor(language: string) {
    this.worker.addEventListener('message', ({ data: { n, answer } }: MessageEvent<FromWorker>) => {
      this.waiting.get(n)?.(answer as never);
      this.waiting.delete(n);
    });
    this.send({ kind: 'open', language });
  }

  /** Sends files that have changed, and removes those that are not there any more. */
  setFiles(files: ReadonlyMap<string, string>): void {
    const removed = [...this.sent.keys()].filter((path) => !files.has(path));
    removed.forEach((path) => this.sent.delete(path));
    const changed = [...files].filter(([path, text]) => this.sent.get(path) !== text);
    changed.forEach(([path, text]) => this.sent.set(path, text));
    if (removed.length + changed.length === 0) return;
    this.send({
      kind: 'files',
      files: Object.fromEntries([...removed.map((path) => [path, null] as const), ...changed]),
    });
  }

  /** Sends a file if it has changed. */
  setFile(path: string, text: string): void {
    if (this.sent.get(path) === text) return;
    this.sent.set(path, text);
    this.send({ kind: 'files', files: { [path]: text } });
  }

  ask<Name extends keyof LanguageAnswers>(
    name: Name,
    ...values: Parameters<LanguageAnswers[Name]>
  ): Promise<ReturnType<LanguageAnswers[Name]>> {
    const n = (this.last += 1);
    return new Promise((resolve) => {
      this.waiting.set(n, resolve);
      this.send({ kind: 'question', n, name, values } as ToWorker);
    });
  }

  /** Ends the worker. Questions that wait are never answered. */
  close(): void {
    this.worker.terminate();
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}
