import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { LIMITS } from './limits';
import { policy } from './policy';
import { Project, UploadProject } from './projects.schemas';
import { defineRoutes } from './route';

const c = initContract();

/** Routes of development scripts that are built from a tree of source files. */
export const projects = defineRoutes({
  uploadProject: {
    method: 'PUT',
    path: '/v1/devscripts/:devscriptId/project',
    summary: 'Upload the source files of a project with the code that was built from them',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'devscript.upload-project', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: UploadProject,
    responses: { 204: c.noBody() },
  },
  getProject: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/project',
    summary: 'Read the source files that the code was built from',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    responses: { 200: Project },
  },
});
