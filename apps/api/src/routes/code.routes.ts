import { LINK_CODE_PATH } from '@drover/contract';
import { Router } from 'express';
import { hashSecret } from '../auth/credentials';
import { db, executeFirst } from '../database/sql';
import { ApiError, orNotFound } from '../errors/api-error';
import { headerToken } from '../auth/caller';
import type { AppContext } from '../context/app-context';

/** Serves code that is too large for a frame. A device may fetch the code of its own open runs. */
export function codeRoutes({ pool }: AppContext): Router {
  return Router().get(`${LINK_CODE_PATH}/:sha256`, async (request, response) => {
    const tokenHash = hashSecret(headerToken(request) ?? '');
    const device = await executeFirst(
      pool,
      db.selectFrom('Device').select('id').where('tokenHash', '=', tokenHash),
    );
    if (!device) throw new ApiError('invalidToken', { message: 'The device token is unknown.' });
    const sha256 = request.params.sha256.replaceAll('\0', '');
    const { bytes } = orNotFound(await executeFirst(pool, selectCodeOf(device.id, sha256)));
    response.type('application/javascript').send(bytes);
  });
}

function selectCodeOf(deviceId: string, sha256: string) {
  const openRuns = db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    .select('r.id')
    .where('r.deviceId', '=', deviceId)
    .where('r.finishedAt', 'is', null)
    .where('j.codeSha256', '=', sha256);
  return db
    .selectFrom('Content')
    .select('bytes')
    .where('sha256', '=', sha256)
    .where((eb) => eb.exists(openRuns));
}
