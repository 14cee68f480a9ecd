import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { created, noContent, ok } from '../http/respond';
import { requester } from '../jobs/requester';
import type { Service } from '../service';
import { createPreset, getPreset, listPresets, removePreset, runPreset, updatePreset } from './presets';

export const presetRoutes = (service: Service) =>
  initServer().router(contract.presets, {
    list: ({ req, query }) => ok(listPresets(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(createPreset(service, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getPreset(service, req.caller.accountId, params.presetId)),
    update: ({ req, params, body }) => noContent(updatePreset(service, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removePreset(service, req.caller.accountId, params.presetId)),
    run: ({ req, params }) => created(runPreset(service, requester(req), params.presetId)),
  });
