import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { Project } from './projects.schemas';
import { Revision, RevisionList, UpdateRevision } from './revisions.schemas';
import { defineRoutes } from './route';

const c = initContract();

const ofRevision = idParams('devscriptId', 'revisionId');

export const revisions = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/revisions',
    summary: 'List the revisions of a development script, newest first',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    query: Paging,
    responses: { 200: RevisionList },
  },
  get: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/revisions/:revisionId',
    summary: 'Read a revision',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: ofRevision,
    responses: { 200: Revision },
  },
  getCode: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/revisions/:revisionId/files/code',
    summary: 'Download the code of a revision',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: ofRevision,
    responses: { 200: c.otherResponse({ contentType: 'application/javascript', body: c.type<unknown>() }) },
  },
  getConfig: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/revisions/:revisionId/files/config',
    summary: 'Download the configuration of a revision',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: ofRevision,
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  getSchema: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/revisions/:revisionId/files/schema',
    summary: 'Download the schema of the results of a revision',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: ofRevision,
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  getProject: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/revisions/:revisionId/project',
    summary: 'Read the source files that a revision was built from',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: ofRevision,
    responses: { 200: Project },
  },
  update: {
    method: 'PUT',
    path: '/v1/devscripts/:devscriptId/revisions/:revisionId',
    summary: 'Name a revision, or remove its name',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'devscript.name-revision', target: 'params.devscriptId' },
    }),
    pathParams: ofRevision,
    body: UpdateRevision,
    responses: { 204: c.noBody() },
  },
  restore: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/revisions/:revisionId/restore',
    summary: 'Restore the files of a revision, as a new revision',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'devscript.restore-revision', target: 'params.devscriptId' },
    }),
    pathParams: ofRevision,
    body: c.noBody(),
    responses: { 201: Revision },
  },
});
