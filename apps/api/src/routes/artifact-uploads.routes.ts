import { ArtifactUpload, LINK_ARTIFACTS_PATH } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { Router, type Request } from 'express';
import { buffer } from 'node:stream/consumers';
import { findDevice } from '../auth/device-caller';
import type { AppContext } from '../context/app-context';
import { ApiError, invalid } from '../errors/api-error';
import { uploadArtifact } from '../features/artifacts/upload';
import { limitFairly } from '../tasks/limit-fairly';

/** Receives artifacts from devices, part by part. */
export function artifactUploadRoutes(context: AppContext): Router {
  const limit = limitFairly(BUDGET.artifactPartsAtOnce.max);
  return Router().put(`${LINK_ARTIFACTS_PATH}/:sha256`, async (request, response) => {
    const device = await findDevice(context, request);
    const upload = readUpload(request);
    const state = await limit(device.accountId, () =>
      uploadArtifact(context, device, { ...upload, readPart: (bytes) => readPart(request, bytes) }),
    );
    // A part that was not read closes the connection, because the rest of it would be parsed as the next request.
    if (!request.complete) response.set('Connection', 'close');
    response.json(state);
  });
}

function readUpload({ params: { sha256 }, query }: Request): ArtifactUpload & { sha256: string } {
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw invalid('sha256', 'must have 64 lowercase hex characters');
  }
  const upload = ArtifactUpload.safeParse(query);
  if (upload.success) return { ...upload.data, sha256 };
  const [{ path, message }] = upload.error.issues;
  throw invalid(path.join('.'), message);
}

/** Reads a body of exactly so many bytes. */
async function readPart(request: Request, bytes: number): Promise<Buffer> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > BUDGET.artifactPartBytes.max) {
    throw new ApiError('tooLarge', {
      message: `A part of an artifact has at most ${BUDGET.artifactPartBytes.max} bytes.`,
    });
  }
  if (length !== bytes) {
    const message = `The part must have ${bytes} bytes, and a Content-Length. This one has ${length} bytes.`;
    throw new ApiError('malformedRequest', { message });
  }
  if (bytes === 0) return Buffer.alloc(0);
  return buffer(request).catch(() => {
    throw new ApiError('malformedRequest', { message: 'The part did not arrive completely.' });
  });
}
