import type { DroverOptions } from '@drover/sdk';
import { printNote, styleError } from './terminal';

/**
 * Returns hooks that print a line per request and per response to stderr, with the ID of the request in the server log.
 * They print nothing without `--debug` or DROVER_DEBUG. The lines have no headers, bodies and queries, which may contain
 * tokens.
 */
export function createDebugHooks(): Required<Pick<DroverOptions, 'onRequest' | 'onResponse'>> {
  if (!process.env.DROVER_DEBUG) return { onRequest: () => undefined, onResponse: () => undefined };
  return {
    onRequest: ({ method, url, attempt }) =>
      printDebug(`→ ${method} ${url}${attempt > 0 ? ` (retry ${attempt})` : ''}`),
    onResponse: ({ method, url, status, requestId, durationMs }) =>
      printDebug(
        [`← ${status ?? 'connection failed'} ${method} ${url}`, `${Math.round(durationMs)} ms`, requestId]
          .filter(Boolean)
          .join('  '),
      ),
  };
}

function printDebug(line: string): void {
  printNote(styleError('dim', line));
}
