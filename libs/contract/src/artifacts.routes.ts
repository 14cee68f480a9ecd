import { initContract } from '@ts-rest/core';
import { ArtifactList } from './artifacts.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

const zip = c.otherResponse({ contentType: 'application/zip', body: c.type<unknown>() });

/** Routes of runs. */
export const runArtifacts = defineRoutes({
  listArtifacts: {
    method: 'GET',
    path: '/v1/runs/:runId/artifacts',
    summary: 'List the artifacts of a run, the newest first',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    query: Paging,
    responses: { 200: ArtifactList },
  },
  getArtifact: {
    method: 'GET',
    path: '/v1/runs/:runId/artifacts/:artifactId',
    summary: 'Download an artifact, or the bytes that the header Range names',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId', 'artifactId'),
    responses: {
      200: c.otherResponse({ contentType: 'application/octet-stream', body: c.type<unknown>() }),
    },
  },
  getArtifactArchive: {
    method: 'GET',
    path: '/v1/runs/:runId/artifacts.zip',
    summary: 'Download all artifacts of a run as a ZIP archive',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    responses: { 200: zip },
  },
});

/** Routes of jobs. */
export const jobArtifacts = defineRoutes({
  getArtifactArchive: {
    method: 'GET',
    path: '/v1/jobs/:jobId/artifacts.zip',
    summary: 'Download all artifacts of a job as a ZIP archive, with a folder per device',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('jobId'),
    responses: { 200: zip },
  },
});
