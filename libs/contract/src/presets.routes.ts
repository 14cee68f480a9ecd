import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Job } from './jobs.schemas';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';
import { CreatePreset, Preset, PresetFilter, PresetList } from './presets.schemas';

const c = initContract();

export const presets = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/presets',
    summary: 'List presets',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: PresetFilter,
    responses: { 200: PresetList },
  },
  create: {
    method: 'POST',
    path: '/v1/presets',
    summary: 'Save a run request as a preset',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'preset.create', target: 'response._id' },
    }),
    body: CreatePreset,
    responses: { 201: Preset },
  },
  get: {
    method: 'GET',
    path: '/v1/presets/:presetId',
    summary: 'Read a preset',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('presetId'),
    responses: { 200: Preset },
  },
  update: {
    method: 'PUT',
    path: '/v1/presets/:presetId',
    summary: 'Replace a preset',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'preset.update', target: 'params.presetId' },
    }),
    pathParams: idParams('presetId'),
    body: CreatePreset,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/presets/:presetId',
    summary: 'Delete a preset',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'preset.remove', target: 'params.presetId' },
    }),
    pathParams: idParams('presetId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  run: {
    method: 'POST',
    path: '/v1/presets/:presetId/run',
    summary:
      'Run a preset, with the current version of its script, on the devices that match its selector now',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      audit: { action: 'preset.run', target: 'params.presetId' },
    }),
    pathParams: idParams('presetId'),
    body: c.noBody(),
    responses: { 201: Job },
  },
});
