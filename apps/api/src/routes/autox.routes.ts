import { LINK_AGENT_PATH } from '@drover/contract';
import { Router, type Request, type Response } from 'express';
import { findDevice } from '../auth/device-caller';
import type { AppContext } from '../context/app-context';
import { agentScript } from '../autox/phone-files';

/**
 * Serves the agent for phones: with the enrolment key included, which it does not check, where the agent is pasted, and
 * without a key for phones that update theirs.
 */
export function autoxRoutes(context: AppContext): Router {
  const send = (request: Request, response: Response, key?: string) => {
    const server = context.settings.PUBLIC_URL ?? `${request.protocol}://${request.host}`;
    response.set('Cache-Control', 'no-store');
    response.type('application/javascript').send(agentScript({ server, key }));
  };
  return Router()
    .get('/autox/:key/agent.js', (request, response) => send(request, response, request.params.key))
    .get(LINK_AGENT_PATH, async (request, response) => {
      await findDevice(context, request);
      send(request, response);
    });
}
