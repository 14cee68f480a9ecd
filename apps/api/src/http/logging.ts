import type { IncomingMessage } from 'node:http';
import { pino, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { newId } from '../database/ids';

/** The log of the process, one JSON object a line. */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}

/** Gives every request an id and one log line. Headers and bodies are not logged; secrets in the address are hidden. */
export function logRequests(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: (request, response) => {
      const id = givenId(request) ?? newId();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'info'),
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

/** An id that a proxy gave. */
function givenId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}

/** Tokens and keys of any kind, wherever they stand in an address. */
function hideSecrets(url: string): string {
  return url
    .replace(/hm[pds](?:_|%5f)[^&/?#\s]*/gi, 'hidden')
    .replace(/(\/(?:autox|enrol)\/)[^/?]+/, '$1hidden')
    .replace(/([?&](?:token|key|code)=)[^&#]*/gi, '$1hidden');
}
