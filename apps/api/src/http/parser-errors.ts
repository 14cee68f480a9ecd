import { ERRORS, type ErrorBody, type ErrorName } from '@drover/contract';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AppContext } from '../context/app-context';
import { newId } from '../database/ids';
import { acceptRawRequestLines, type ParserError } from './raw-request-lines';

/** The errors that Node answers with another status than 400. */
const errorsByCode: Record<string, ErrorName> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'tooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** Answers requests that Node's HTTP parser refuses, in the common error format. Accepts UTF-8 in request lines. */
export function answerParserErrors(server: Server, context: AppContext): void {
  acceptRawRequestLines(server, (error, socket) => {
    // Express has no request for this socket, so whether a response was started is known only from its bytes.
    if (!socket.writable || isConnectionError(error) || isResponding(socket)) return void socket.destroy();
    socket.end(formatResponse(error, context));
  });
}

/** Whether nobody can read a response: the client has gone, or its TLS handshake failed. */
function isConnectionError({ code = '' }: ParserError): boolean {
  return code === 'ECONNRESET' || /^(ERR_SSL|ERR_TLS)_/.test(code);
}

/** Returns whether a part of a response was sent. The property is Node's own; its documentation names it. */
function isResponding(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true;
}

function formatResponse({ code = '', message }: ParserError, { publicUrl, log }: AppContext): string {
  const name = errorsByCode[code] ?? 'malformedRequest';
  const error = ERRORS[name];
  const requestId = newId();
  log.info({ requestId, code, statusCode: error.status }, 'request refused by the parser');
  const body: ErrorBody = {
    code: error.code,
    message: name === 'malformedRequest' ? `The request could not be read: ${message}.` : error.message,
    documentation_url: `${publicUrl}/docs#error-${error.code}`,
    requestId,
  };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
