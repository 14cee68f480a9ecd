import { LINK_FILES_PATH } from '@drover/contract';
import { Router } from 'express';
import { pipeline } from 'node:stream/promises';
import { findDevice } from '../auth/device-caller';
import type { AppContext } from '../context/app-context';
import { findDownload } from '../features/input-files/content';
import { readRange } from '../http/range';

/** How long a device may read nothing. */
const idleTimeoutMs = 60_000;

/** Serves input files to devices. A device may fetch the files of its own open runs. */
export function inputFileDownloadRoutes(context: AppContext): Router {
  return Router().get(`${LINK_FILES_PATH}/:sha256`, async (request, response) => {
    const device = await findDevice(context, request);
    const sha256 = request.params.sha256.replaceAll('\0', '');
    const { size, open } = await findDownload(context, { ...device, sha256 });
    const range = readRange(request, size);
    const body = await open(range);
    response.status(range ? 206 : 200).type('application/octet-stream');
    response.set('Accept-Ranges', 'bytes').set('Cache-Control', 'no-store');
    response.set('Content-Length', String(range ? range.end - range.start + 1 : size));
    if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    response.setTimeout(idleTimeoutMs, () => response.destroy());
    await pipeline(body, response).catch((err: unknown) => {
      context.log.info({ err }, 'an input file was not sent completely');
      response.destroy();
    });
  });
}
