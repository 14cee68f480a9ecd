import type { Artifact } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** Bytes of a text that a preview shows. */
export const previewTextBytes = 256 * 1024;

/** Raster formats that a browser draws. SVG is not among them, because it can contain scripts. */
const imageTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

/** Returns the media type of an artifact that is shown as a picture, by the end of its name. */
export function imageTypeOf({ name }: Artifact): string | undefined {
  return imageTypes[name.split('.').pop()?.toLowerCase() ?? ''];
}

export const artifactQueries = {
  /** The artifacts of a run, of which there are at most 100. */
  list: (runId: string) =>
    queryOptions({
      queryKey: ['artifacts', 'list', runId],
      queryFn: ({ signal }) => drover.runs.listArtifacts(runId, { limit: 100 }, { signal }),
    }),

  /** The beginning of a text. Bytes that are no text become replacement characters. */
  text: ({ runId, _id, size }: Artifact) =>
    queryOptions({
      queryKey: ['artifacts', 'text', _id],
      staleTime: Infinity,
      queryFn: async ({ signal }) => {
        if (size === 0) return '';
        const range = `bytes=0-${Math.min(size, previewTextBytes) - 1}`;
        return (await drover.runs.getArtifact(runId, _id, { signal, range })).text();
      },
    }),

  /** A picture. The browser takes it for the raster format of the given type, whatever it contains. */
  image: ({ runId, _id }: Artifact, type: string) =>
    queryOptions({
      queryKey: ['artifacts', 'image', _id],
      staleTime: Infinity,
      queryFn: async ({ signal }) => {
        const response = await drover.runs.getArtifact(runId, _id, { signal });
        return new Blob([await response.arrayBuffer()], { type });
      },
    }),
};

/** The address of a download. The session's cookie is its credential. */
export function artifactUrl({ runId, _id }: Artifact): string {
  return `/v1/runs/${runId}/artifacts/${_id}`;
}
