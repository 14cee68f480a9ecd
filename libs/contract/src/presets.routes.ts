import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Job } from './jobs.schemas';
import { Paging } from './lists';
import { policy } from './policy';
import { CreatePreset, Preset, PresetList } from './presets.schemas';

const c = initContract();

export const presets = c.router({
  list: {
    method: 'GET',
    path: '/v1/presets',
    summary: 'List presets',
    metadata: policy({ scope: 'read' }),
    query: Paging,
    responses: { 200: PresetList },
  },
  create: {
    method: 'POST',
    path: '/v1/presets',
    summary: 'Keep a run request under a name',
    metadata: policy({ scope: 'write', audit: 'preset.create' }),
    body: CreatePreset,
    responses: { 201: Preset },
  },
  get: {
    method: 'GET',
    path: '/v1/presets/:presetId',
    summary: 'Read a preset',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('presetId'),
    responses: { 200: Preset },
  },
  update: {
    method: 'PUT',
    path: '/v1/presets/:presetId',
    summary: 'Replace a preset',
    metadata: policy({ scope: 'write', audit: 'preset.update' }),
    pathParams: idParams('presetId'),
    body: CreatePreset,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/presets/:presetId',
    summary: 'Delete a preset',
    metadata: policy({ scope: 'write', audit: 'preset.remove' }),
    pathParams: idParams('presetId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  run: {
    method: 'POST',
    path: '/v1/presets/:presetId/run',
    summary: 'Run what a preset says: the script as it is now, on the devices that its selector chooses now',
    metadata: policy({ scope: 'run', audit: 'preset.run' }),
    pathParams: idParams('presetId'),
    body: c.noBody(),
    responses: { 201: Job },
  },
});
