import { LINK_CODE_PATH } from '@drover/contract';
import { Router } from 'express';
import { findDevice } from '../auth/device-caller';
import { db, executeFirst } from '../database/sql';
import { orNotFound } from '../errors/api-error';
import type { AppContext } from '../context/app-context';
import { isVariantOfRun } from '../records/run-variant';

/** Serves code that is too large for a frame. A device may fetch the code of its own open runs. */
export function codeRoutes(context: AppContext): Router {
  return Router().get(`${LINK_CODE_PATH}/:sha256`, async (request, response) => {
    const { deviceId } = await findDevice(context, request);
    const sha256 = request.params.sha256.replaceAll('\0', '');
    const { bytes } = orNotFound(await executeFirst(context.pool, selectCodeOf(deviceId, sha256)));
    response.type('application/javascript').send(bytes);
  });
}

function selectCodeOf(deviceId: string, sha256: string) {
  const openRuns = db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    .leftJoin('JobVariant as k', (join) => join.on(isVariantOfRun))
    .leftJoin('ProjectBuild as b', (join) =>
      join.on(({ eb, fn }) => eb('b.codeSha256', '=', fn.coalesce('k.codeSha256', 'j.codeSha256'))),
    )
    .select('r.id')
    .where('r.deviceId', '=', deviceId)
    .where('r.finishedAt', 'is', null)
    .where(({ eb, or, fn }) =>
      or([eb(fn.coalesce('k.codeSha256', 'j.codeSha256'), '=', sha256), eb('b.phoneSha256', '=', sha256)]),
    );
  return db
    .selectFrom('Content')
    .select('bytes')
    .where('sha256', '=', sha256)
    .where((eb) => eb.exists(openRuns));
}
