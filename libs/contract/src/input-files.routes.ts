import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { CreateInputFile, InputFile, InputFileList, InputFilePart } from './input-files.schemas';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const inputFiles = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/input-files',
    summary: 'List the input files of the workspace',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: Paging,
    responses: { 200: InputFileList },
  },
  get: {
    method: 'GET',
    path: '/v1/input-files/:fileId',
    summary: 'Read an input file, with how much of it was uploaded',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('fileId'),
    responses: { 200: InputFile },
  },
  create: {
    method: 'POST',
    path: '/v1/input-files',
    summary: 'Begin or continue the upload of an input file. Returns the existing file of the same content',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'none',
      audit: { action: 'inputFile.create', target: 'response._id' },
    }),
    body: CreateInputFile,
    responses: { 201: InputFile },
  },
  uploadPart: {
    method: 'PUT',
    path: '/v1/input-files/:fileId/content',
    summary: 'Upload the next 4 MB of an input file, or its last bytes, as a part named data',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'none',
      audit: { action: 'inputFile.upload', target: 'params.fileId', when: 'isComplete' },
    }),
    pathParams: idParams('fileId'),
    query: InputFilePart,
    contentType: 'multipart/form-data',
    body: c.type<FormData>(),
    responses: { 200: InputFile },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/input-files/:fileId',
    summary: 'Delete an input file. Runs that still need it are rejected',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'inputFile.remove', target: 'params.fileId' },
    }),
    pathParams: idParams('fileId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
