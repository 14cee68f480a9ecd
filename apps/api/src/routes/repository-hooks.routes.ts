import { LIMITS } from '@drover/contract';
import { Router, type Request } from 'express';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';
import { receiveHook } from '../features/repositories/hooks';
import { limitCredentialFailures } from '../http/rate-limits';

/** Receives webhooks of Git servers, which are signed with the secret of their repository. */
export function repositoryHookRoutes(context: AppContext): Router {
  return Router().post(
    '/hooks/:repositoryId',
    limitCredentialFailures(context),
    async (request, response) => {
      const { repositoryId } = request.params as { repositoryId: string };
      await receiveHook(context, repositoryId, { headers: request.headers, body: readBody(request) });
      response.status(204).end();
    },
  );
}

async function* readBody(request: Request): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIMITS.jobBodyBytes) break;
      yield chunk;
    }
  } catch {
    throw new ApiError('malformedRequest', { message: 'The body did not arrive completely.' });
  }
  if (bytes <= LIMITS.jobBodyBytes) return;
  // The rest is not read, and would be parsed as the next request.
  request.res?.set('Connection', 'close');
  throw new ApiError('tooLarge', { message: `A webhook has at most ${LIMITS.jobBodyBytes} bytes.` });
}
