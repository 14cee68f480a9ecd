import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context/app-context';
import { db, executeFirst } from '../database/sql';
import { ApiError } from '../errors/api-error';
import { headerToken } from './caller';
import { hashSecret } from './credentials';

/** Returns the device whose token a request has. */
export async function findDevice(
  { pool }: AppContext,
  request: IncomingMessage,
): Promise<{ deviceId: string; accountId: string }> {
  const tokenHash = hashSecret(headerToken(request) ?? '');
  const select = db
    .selectFrom('Device')
    .select(['id as deviceId', 'accountId'])
    .where('tokenHash', '=', tokenHash);
  const device = await executeFirst(pool, select);
  if (!device) throw new ApiError('invalidToken', { message: 'The device token is unknown.' });
  return device;
}
