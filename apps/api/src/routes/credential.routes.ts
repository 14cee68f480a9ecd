import { LINK_CREDENTIAL_PATH } from '@drover/contract';
import { Router } from 'express';
import { findDevice } from '../auth/device-caller';
import type { AppContext } from '../context/app-context';
import { withdrawCredential } from '../features/devices/credential';

/** Lets an agent that is removed from its machine withdraw its device token. */
export function credentialRoutes(context: AppContext): Router {
  return Router().delete(LINK_CREDENTIAL_PATH, async (request, response) => {
    const { deviceId } = await findDevice(context, request);
    await withdrawCredential(context, deviceId);
    response.status(204).end();
  });
}
