import { LINK_STORE_PATH, StoreCall } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { Router, type Request } from 'express';
import { text } from 'node:stream/consumers';
import { findDevice } from '../auth/device-caller';
import type { AppContext } from '../context/app-context';
import { ApiError, invalid } from '../errors/api-error';
import { callStore } from '../features/stores/calls';
import { parseJson } from '../http/json';
import { limitFairly } from '../tasks/limit-fairly';

/** Answers the calls of stores by scripts, which their devices send. */
export function storeCallRoutes(context: AppContext): Router {
  const limit = limitFairly(BUDGET.storeCallsAtOnce.max);
  return Router().post(LINK_STORE_PATH, async (request, response) => {
    const device = await findDevice(context, request);
    const call = await readCall(request);
    response.json(await limit(device.accountId, () => callStore(context, device, call)));
  });
}

async function readCall(request: Request): Promise<StoreCall> {
  const call = StoreCall.safeParse(parse(await readBody(request)));
  if (call.success) return call.data;
  const [{ path, message }] = call.error.issues;
  throw invalid(path.join('.'), message);
}

function parse(body: string): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('malformedBody');
  }
}

async function readBody(request: Request): Promise<string> {
  const length = Number(request.headers['content-length'] ?? 0);
  const max = BUDGET.storeCallBytes.max;
  if (length > max) {
    // The body is not read, and would be parsed as the next request.
    request.res?.set('Connection', 'close');
    throw new ApiError('tooLarge', { message: `A call of a store has at most ${max} bytes.` });
  }
  if (length === 0) throw new ApiError('malformedRequest', { message: 'The call needs a Content-Length.' });
  return text(request).catch(() => {
    throw new ApiError('malformedRequest', { message: 'The call did not arrive completely.' });
  });
}
