import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';
import {
  CreatedRepository,
  CreateRepository,
  HookSecret,
  Repository,
  RepositoryList,
  RepositorySyncList,
  UpdateRepository,
} from './repositories.schemas';

const c = initContract();

export const repositories = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/repositories',
    summary: 'List Git repositories',
    metadata: policy({ scope: 'read', role: 'editor' }),
    query: Paging,
    responses: { 200: RepositoryList },
  },
  create: {
    method: 'POST',
    path: '/v1/repositories',
    summary: 'Connect a Git repository. The secret of its webhook is returned only once',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'repository.create', target: 'response._id' },
    }),
    body: CreateRepository,
    responses: { 201: CreatedRepository },
  },
  get: {
    method: 'GET',
    path: '/v1/repositories/:repositoryId',
    summary: 'Read a Git repository with its last sync',
    metadata: policy({ scope: 'read', role: 'editor' }),
    pathParams: idParams('repositoryId'),
    responses: { 200: Repository },
  },
  update: {
    method: 'PUT',
    path: '/v1/repositories/:repositoryId',
    summary: 'Change a Git repository',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'repository.update', target: 'params.repositoryId' },
    }),
    pathParams: idParams('repositoryId'),
    body: UpdateRepository,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/repositories/:repositoryId',
    summary: 'Disconnect a Git repository. Its scripts stay',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'repository.remove', target: 'params.repositoryId' },
    }),
    pathParams: idParams('repositoryId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  sync: {
    method: 'POST',
    path: '/v1/repositories/:repositoryId/sync',
    summary: 'Request a sync. It starts within a second, or after the running one',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'repository.sync', target: 'params.repositoryId' },
    }),
    pathParams: idParams('repositoryId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  listSyncs: {
    method: 'GET',
    path: '/v1/repositories/:repositoryId/syncs',
    summary: 'List the last syncs, newest first',
    metadata: policy({ scope: 'read', role: 'editor' }),
    pathParams: idParams('repositoryId'),
    query: Paging,
    responses: { 200: RepositorySyncList },
  },
  rotateSecret: {
    method: 'POST',
    path: '/v1/repositories/:repositoryId/secret',
    summary: 'Replace the secret of the webhook. The former one is refused at once',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'repository.secret', target: 'params.repositoryId' },
    }),
    pathParams: idParams('repositoryId'),
    body: c.noBody(),
    responses: { 201: HookSecret },
  },
});
