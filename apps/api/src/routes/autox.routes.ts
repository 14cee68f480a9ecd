import { Router } from 'express';
import type { AppContext } from '../context/app-context';
import { agentScript } from '../autox/phone-files';

/** Serves the agent with the enrolment key included, for phones on which it is pasted. Does not check the key. */
export function autoxRoutes({ settings }: AppContext): Router {
  return Router().get('/autox/:key/agent.js', (request, response) => {
    const server = settings.PUBLIC_URL ?? `${request.protocol}://${request.host}`;
    response.set('Cache-Control', 'no-store');
    response.type('application/javascript').send(agentScript({ server, key: request.params.key }));
  });
}
