import type { ResponseInfo } from './call-options';

interface Environment {
  DROVER_URL?: string;
  DROVER_TOKEN?: string;
  DROVER_DEBUG?: string;
}

interface HostProcess {
  env?: Environment;
  versions?: { node?: string };
}

/** The process of Node, Deno and Bun. Browsers have none. */
const host = (globalThis as { process?: HostProcess }).process;

/** Returns the environment variables of the process. Empty in browsers. */
export function readEnvironment(): Environment {
  return host?.env ?? {};
}

/** Returns the User-Agent for programs. Browsers send their own. */
export function userAgent(version: string): string | undefined {
  const node = host?.versions?.node;
  return node === undefined ? undefined : `drover-sdk/${version} node/${node}`;
}

/** Writes the result of an attempt to the error output. */
export function logResponse({ method, url, attempt, status, requestId, durationMs }: ResponseInfo): void {
  const parts = [`${method} ${url}`, status ?? 'connection failed', `${Math.round(durationMs)} ms`];
  if (attempt > 0) parts.push(`retry ${attempt}`);
  if (requestId) parts.push(requestId);
  console.error(`drover: ${parts.join(', ')}`);
}
