import { ArtifactUpload, LINK_ARTIFACTS_PATH } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { Router, type Request } from 'express';
import { findDevice } from '../auth/device-caller';
import type { AppContext } from '../context/app-context';
import { ApiError, invalid } from '../errors/api-error';
import { uploadArtifact } from '../features/artifacts/upload';
import { RequestBody } from '../http/request-body';
import { limitFairly } from '../tasks/limit-fairly';

/** Receives artifacts from devices. */
export function artifactUploadRoutes(context: AppContext): Router {
  const limit = limitFairly(BUDGET.artifactUploadsAtOnce.max);
  return Router().put(`${LINK_ARTIFACTS_PATH}/:sha256`, async (request, response) => {
    const device = await findDevice(context, request);
    const upload = readUpload(request);
    const body = readBody(request);
    try {
      response.json(
        await limit(device.accountId, () => uploadArtifact(context, device, { ...upload, body })),
      );
    } finally {
      void body.discard();
    }
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

function readBody(request: Request): RequestBody {
  const body = new RequestBody(request);
  if (body.bytes <= BUDGET.artifactRequestBytes.max) return body;
  throw new ApiError('tooLarge', {
    message: `A request has at most ${BUDGET.artifactRequestBytes.max} bytes of an artifact.`,
  });
}
