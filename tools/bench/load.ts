import autocannon from 'autocannon';
import { quantile } from './figures';
import { cpuSeconds } from './processes';

/** A request that is sent repeatedly. */
export interface Load {
  url: string;
  /** The process ID of the server. */
  pid: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Speed {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time of the server per request, in milliseconds. */
  cpuMs: number;
}

/** Sends as many requests as possible for a number of seconds, over a number of connections. */
export async function load(
  { pid, ...request }: Load,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Speed> {
  const times: number[] = [];
  const before = cpuSeconds(pid);
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { ...request, duration: seconds, connections };
    const run = autocannon(options, (error, done) => (error ? reject(error as Error) : resolve(done)));
    run.on('response', (...[, , , time]: unknown[]) => times.push(time as number));
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${request.url} returned errors.`);
  return {
    perSecond: times.length / result.duration,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuMs: ((cpuSeconds(pid) - before) * 1000) / times.length,
  };
}
