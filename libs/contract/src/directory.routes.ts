import { initContract } from '@ts-rest/core';
import {
  CreatedDirectoryToken,
  Directory,
  PendingDirectoryUserList,
  UpdateDirectory,
} from './directory.schemas';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const directory = defineRoutes({
  get: {
    method: 'GET',
    path: '/v1/directory',
    summary: 'Read how a directory manages the people of the workspace by SCIM 2.0',
    metadata: policy({ scope: 'admin', role: 'admin' }),
    responses: { 200: Directory },
  },
  update: {
    method: 'PUT',
    path: '/v1/directory',
    summary: 'Set the roles of the groups of the directory, also for the people who are members already',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'directory.update', target: null },
    }),
    body: UpdateDirectory,
    responses: { 204: c.noBody() },
  },
  listPending: {
    method: 'GET',
    path: '/v1/directory/pending-users',
    summary: 'List the active users of the directory who have not joined the workspace, newest first',
    metadata: policy({ scope: 'admin', role: 'admin' }),
    query: Paging,
    responses: { 200: PendingDirectoryUserList },
  },
  createToken: {
    method: 'POST',
    path: '/v1/directory/token',
    summary: 'Create the token of the directory. The former one is not valid any more',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'directory.create-token', target: null },
    }),
    body: c.noBody(),
    responses: { 201: CreatedDirectoryToken },
  },
  removeToken: {
    method: 'DELETE',
    path: '/v1/directory/token',
    summary: 'Revoke the token of the directory. Its people and groups stay',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'directory.remove-token', target: null },
    }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
