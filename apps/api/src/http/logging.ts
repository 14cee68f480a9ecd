import type { IncomingMessage } from 'node:http';
import { pino, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { Settings } from '../context/settings';
import { newId } from '../database/ids';
import { toText } from './text-log';

/** Creates the log of the process on standard output, with one JSON object or one line of text per entry. */
export function createLog({ LOG_LEVEL, LOG_FORMAT }: Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>): Logger {
  const options = { level: LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  if (LOG_FORMAT === 'json') return pino(options);
  return pino(options, { write: (line) => void process.stdout.write(toText(line)) });
}

/** Requests of monitoring, every few seconds. */
const isHealthCheck = /^\/(healthz|readyz|metrics)([?]|$)/;

/** Assigns an ID to every request, and logs it in one line. Omits headers and bodies, and hides secrets in the URL. */
export function logRequests(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: (request, response) => {
      const id = readProxyId(request) ?? newId();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel({ url = '' }, response, error) {
      if (error || response.statusCode >= 500) return 'warn';
      return isHealthCheck.test(url) ? 'debug' : 'info';
    },
    serializers: {
      req: ({
        id,
        method,
        url,
        remoteAddress,
      }: Record<'id' | 'method' | 'url' | 'remoteAddress', string>) => ({
        id,
        method,
        url: hideSecrets(url),
        remoteAddress,
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      err: pino.stdSerializers.err,
    },
  });
}

/** Returns the ID that a proxy assigned to the request. */
function readProxyId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}

/** Replaces tokens, keys and codes, both in the path and in the query. */
function hideSecrets(url: string): string {
  return url
    .replace(/hm[pds](?:_|%5f)[^&/?#\s]*/gi, 'hidden')
    .replace(/(\/(?:autox|enrol)\/+)[^/?]+/, '$1hidden')
    .replace(/([?&](?:token|key|code)=)[^&#]*/gi, '$1hidden');
}
