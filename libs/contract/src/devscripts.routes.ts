import { initContract } from '@ts-rest/core';
import { Targets } from './devices.schemas';
import {
  CreateDevscript,
  Devscript,
  DevscriptFilter,
  DevscriptList,
  ScriptFileList,
  UpdateDevscript,
} from './devscripts.schemas';
import { idParams } from './fields';
import { RunRequest } from './jobs.schemas';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';
import { projects } from './projects.routes';
import { publishing } from './publishing.routes';
import { reviewSubmission } from './reviews.routes';
import { Values } from './scripts.schemas';

const c = initContract();

const operations = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/devscripts',
    summary: 'List development scripts',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: DevscriptFilter,
    responses: { 200: DevscriptList },
  },
  get: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId',
    summary: 'Read a development script',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    responses: { 200: Devscript },
  },
  create: {
    method: 'POST',
    path: '/v1/devscripts',
    summary: 'Create a development script. Without a name the service generates one',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'devscript.create', target: 'response._id' },
    }),
    body: CreateDevscript,
    responses: { 201: Devscript },
  },
  update: {
    method: 'PUT',
    path: '/v1/devscripts/:devscriptId',
    summary: 'Rename or describe a development script',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'devscript.update', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: UpdateDevscript,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId',
    summary: 'Delete a development script',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'devscript.remove', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  run: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/run',
    summary: 'Run a development script on devices',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'devscript.run', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: RunRequest,
    responses: { 204: c.noBody() },
  },
  stop: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId/run',
    summary: 'Stop a development script on devices',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'devscript.stop', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: Targets,
    responses: { 204: c.noBody() },
  },
});

const files = defineRoutes({
  uploadFiles: {
    method: 'PUT',
    path: '/v1/devscripts/:devscriptId/files',
    summary:
      'Upload the code, the configuration or the schema of the results, or several of them, as parts named data',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'devscript.upload', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    contentType: 'multipart/form-data',
    body: c.type<FormData>(),
    responses: { 204: c.noBody() },
  },
  listFiles: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/files',
    summary: 'List the uploaded files',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    responses: { 200: ScriptFileList },
  },
  getCode: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/files/code',
    summary: 'Download the code',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    responses: { 200: c.otherResponse({ contentType: 'application/javascript', body: c.type<unknown>() }) },
  },
  getConfig: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/files/config',
    summary: 'Download the configuration',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  getSchema: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/files/schema',
    summary: 'Download the schema of the results',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  getValues: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/values',
    summary: 'Read saved configuration values',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    responses: { 200: Values },
  },
  updateValues: {
    method: 'PUT',
    path: '/v1/devscripts/:devscriptId/values',
    summary: 'Replace the saved configuration values',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.valuesBodyBytes,
      audit: { action: 'devscript.values', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: Values,
    responses: { 204: c.noBody() },
  },
});

export const devscripts = { ...operations, ...files, ...projects, ...reviewSubmission, ...publishing };
