import { ERRORS, type ErrorBody } from '@drover/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { urlOf } from '../context/addresses';
import type { Settings } from '../context/settings';
import type { ExpressServer } from './express-server';
import { logRequests } from './logging';

const retryAfterSeconds = 5;

const message = 'The database is being upgraded. The server processes requests when that is done.';

/** For people who open the console. Browsers load it again until the console answers. */
const page = `<!doctype html><html lang="en"><title>Upgrading · Drover</title><h1>Upgrading</h1><p>${message}</p></html>`;

/**
 * Answers requests in place of the application while migrations are applied, which may take minutes: `/healthz` with 200,
 * because the process works, and everything else with 503. Devices connect again by themselves. Returns a function that
 * gives requests back to the application.
 */
export function answerDuringUpgrade(
  { app, server }: ExpressServer,
  { settings, log }: { settings: Settings; log: Logger },
): () => void {
  const logRequest = logRequests(log);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    logRequest(request, response);
    response.setHeader('Connection', 'close').setHeader('Cache-Control', 'no-store');
    if (/^\/healthz([?]|$)/.test(request.url ?? '')) return send(response, { status: 'upgrading' });
    response.statusCode = 503;
    response.setHeader('Retry-After', retryAfterSeconds);
    if (request.headers.accept?.includes('text/html')) return sendPage(response);
    const { code } = ERRORS.unavailable;
    const publicUrl = settings.PUBLIC_URL ?? urlOf(server, settings);
    const documentation_url = `${publicUrl}/docs#error-${code}`;
    send(response, { code, message, documentation_url, requestId: request.id as string } satisfies ErrorBody);
  };
  const refuse = (_request: IncomingMessage, connection: Duplex) => {
    connection.on('error', () => connection.destroy());
    connection.end(
      `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${retryAfterSeconds}\r\nConnection: close\r\n\r\n`,
    );
  };
  server.off('request', app).on('request', answer).on('upgrade', refuse);
  return () => void server.off('request', answer).off('upgrade', refuse).on('request', app);
}

function send(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(body));
}

function sendPage(response: ServerResponse): void {
  response.setHeader('Refresh', retryAfterSeconds).setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
}
