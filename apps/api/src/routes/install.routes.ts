import { Router, type Request } from 'express';
import type { AppContext } from '../context/app-context';

/** A host name or an address with an optional port. Others could contain code for a shell. */
const hostPattern = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** Serves the agent for computers, and the scripts that install it and connect it to this server. */
export function installRoutes(context: AppContext): Router {
  const { agentFiles: files } = context;
  /** Returns the URL that the scripts use: the public one, else the one of the request. */
  const serverOf = ({ protocol, host }: Request) => {
    const { PUBLIC_URL } = context.settings;
    return PUBLIC_URL ?? (hostPattern.test(host) ? `${protocol}://${host}` : context.publicUrl);
  };
  return Router()
    .get('/install.sh', (request, response) => {
      response
        .set('Cache-Control', 'no-store')
        .type('text')
        .send(files.shellScript(serverOf(request)));
    })
    .get('/install.ps1', (request, response) => {
      response
        .set('Cache-Control', 'no-store')
        .type('text')
        .send(files.powerShellScript(serverOf(request)));
    })
    .get('/downloads/checksums.txt', async (_request, response) => {
      response
        .set('Cache-Control', 'no-cache')
        .type('text')
        .send(await files.checksums());
    })
    .get('/downloads/drover-agent.tgz', (_request, response) => {
      response.set('Cache-Control', 'no-cache').type('application/gzip').send(files.archive());
    })
    .get('/downloads/:executable', (request, response, next) => {
      const path = files.findExecutable(request.params.executable);
      if (path === undefined) return next();
      response
        .set('Cache-Control', 'no-cache')
        .type('application/gzip')
        .sendFile(path, { dotfiles: 'allow' });
    });
}
