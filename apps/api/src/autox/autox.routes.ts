import { Router } from 'express';
import type { Service } from '../service';
import { agentScript } from './phone-files';

/** The agent for phones that paste it, with the key already in it. It says nothing of whether the key is good. */
export function autoxRoutes({ settings }: Service): Router {
  return Router().get('/autox/:key/agent.js', (request, response) => {
    const server = settings.PUBLIC_URL ?? `${request.protocol}://${request.host}`;
    response.set('Cache-Control', 'no-store');
    response.type('application/javascript').send(agentScript({ server, key: request.params.key }));
  });
}
