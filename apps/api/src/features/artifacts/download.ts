import type { Request, Response } from 'express';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { readRange } from '../../http/range';
import { streamed } from '../../http/stream';
import { findArtifact } from './artifacts';
import { whenStored } from '../../blobs/when-stored';
import { readContent } from '../../blobs/read-content';

/** How long a reader of a download may read nothing. */
const idleTimeoutMs = 60_000;

/** Sends a file that no browser shows or executes as a page of this server, whatever its content and its name are. */
export function sendFile(
  response: Response,
  { name, type, body }: { name: string; type: string; body: Readable },
) {
  response
    .attachment(name)
    // Replaces the type that `attachment` derives from the name.
    .type(type)
    .set('Content-Security-Policy', "sandbox; default-src 'none'")
    .set('X-Content-Type-Options', 'nosniff')
    .set('Cache-Control', 'private, no-cache');
  response.setTimeout(idleTimeoutMs, () => response.destroy());
  body.once('error', (err) => response.req.log.error({ err }, 'a download was not sent completely'));
  return streamed(response, body);
}

/** Downloads the content of an artifact, or the range that the request names. */
export async function downloadArtifact(
  context: AppContext,
  { req, res }: { req: Request; res: Response },
  ids: DeviceScope & { runId: string; artifactId: string },
) {
  const { artifact, ...stored } = await findArtifact(context, ids);
  const range = readRange(req, artifact.size);
  const body = readContent(context.blobs, stored, range);
  // Fails before the response begins if the store does not have the content, as after a restored backup.
  await whenStored(context, once(body, 'readable'));
  res.set('Accept-Ranges', 'bytes').set('ETag', `"${artifact.sha256}"`);
  res.set('Content-Length', String(range ? range.end - range.start + 1 : artifact.size));
  if (range) res.set('Content-Range', `bytes ${range.start}-${range.end}/${artifact.size}`);
  const sent = sendFile(res, { name: artifact.fileName, type: 'application/octet-stream', body });
  // The contract declares one success. A partial content is another one of HTTP.
  return { ...sent, status: (range ? 206 : 200) as 200 };
}
