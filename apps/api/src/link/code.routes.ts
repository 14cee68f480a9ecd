import { LINK_CODE_PATH } from '@drover/contract';
import { Router } from 'express';
import { hashSecret } from '../accounts/credentials';
import { ApiError, found } from '../http/api-error';
import { headerToken } from '../http/caller';
import type { Service } from '../service';

/** Code that a run does not carry: a device may fetch what a run of its own needs. */
export function codeRoutes({ pool }: Service): Router {
  return Router().get(`${LINK_CODE_PATH}/:sha256`, async (request, response) => {
    const { rows: devices } = await pool.query<{ id: string }>(
      `SELECT id FROM "Device" WHERE "tokenHash" = $1`,
      [hashSecret(headerToken(request) ?? '')],
    );
    if (!devices[0])
      throw new ApiError('invalidToken', { message: 'The credential of the device is unknown.' });
    const { rows } = await pool.query<{ bytes: Buffer }>(
      `SELECT bytes FROM "Content" WHERE sha256 = $1 AND EXISTS (
         SELECT 1 FROM "Run" r JOIN "Job" j ON j.id = r."jobId"
         WHERE r."deviceId" = $2 AND r."finishedAt" IS NULL AND j."codeSha256" = $1)`,
      [request.params.sha256.replaceAll('\0', ''), devices[0].id],
    );
    const { bytes } = found(rows[0]);
    response.type('application/javascript').send(bytes);
  });
}
