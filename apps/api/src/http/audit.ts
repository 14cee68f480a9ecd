import type { AuditPolicy, AuditTarget } from '@drover/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { AppContext } from '../context/app-context';
import { policyOf } from './route-policy';

/** The target of a change. Without an ID of its own, it is the account. */
export interface ChangedTarget {
  accountId: string;
  targetId?: string;
  /** The devices of a change of several devices. */
  deviceIds: string[];
}

/** The entry of a request that waits for approval. */
const asked: AuditPolicy = { action: 'approval.request', target: 'response.approvalId' };

/** Who made a change. */
export interface Author {
  accountId: string;
  tokenId: string | null;
  tokenName: string | null;
  tokenKind: 'personal' | 'session' | null;
  personId: string | null;
  personName: string | null;
  address: string;
  requestId: string;
}

/** Reads targets before they change, and writes the entries of the audit log. */
export interface AuditWriter<Before> {
  readBefore(policy: AuditPolicy, target: ChangedTarget): Promise<Before>;
  write(policy: AuditPolicy, target: ChangedTarget & Author, before?: Before): Promise<void>;
}

/** Adds an entry to the audit log after a change has succeeded, as the policy of its route says. */
export function auditChanges<Before>({ log }: AppContext, writer: AuditWriter<Before>): RequestHandler {
  return async (request, response, next) => {
    const { audit } = policyOf(request);
    if (!audit) return next();
    saveResponseBody(response);
    const fail = (error: unknown) => {
      const details = { err: error, action: audit.action, requestId: request.id };
      log.error(details, 'could not write an audit entry');
      return undefined;
    };
    const accountId = request.caller?.accountId;
    const targetId = audit.target?.startsWith('params.')
      ? findTarget(audit.target, { request, response })
      : accountId;
    const isKnown =
      accountId !== undefined &&
      isId(targetId ?? '') &&
      (audit.target === null || audit.target.startsWith('params.'));
    const target = { accountId: accountId ?? '', targetId, deviceIds: findDeviceIds(audit, request) };
    const before = isKnown ? await writer.readBefore(audit, target).catch(fail) : undefined;
    response.once('finish', () => {
      const author = findAuthor(request, response);
      if (!author) return;
      const { approvalId } = (response.locals.body ?? {}) as { approvalId?: string };
      if (response.statusCode >= 400) {
        if (approvalId !== undefined) {
          void writer.write(asked, { ...author, targetId: approvalId, deviceIds: [] }).catch(fail);
        }
        return;
      }
      if (audit.when && (response.locals.body as Record<string, unknown>)?.[audit.when] !== true) return;
      const changed = audit.target === null ? targetId : findTarget(audit.target, { request, response });
      void writer.write(audit, { ...target, ...author, targetId: changed }, before).catch(fail);
    });
    next();
  };
}

/** The account and the person of a change. */
interface AuditAuthor {
  accountId: string;
  personId: string | null;
  personName: string | null;
}

/** Sets the author of a change whose request has no credential of the account. */
export function setAuditAuthor(response: Response, author: AuditAuthor): void {
  response.locals.author = author;
}

function saveResponseBody(response: Response): void {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    response.locals.body = body;
    return json(body);
  };
}

function findAuthor(request: Request, response: Response): Author | undefined {
  const author = (response.locals as { author?: AuditAuthor }).author ?? request.caller;
  if (!author) return undefined;
  const { accountId, personId, personName } = author;
  const { tokenId = null, tokenName = null, kind = null } = request.caller ?? {};
  return {
    ...{ accountId, personId, personName, tokenId, tokenName, tokenKind: kind },
    ...{ address: request.ip ?? '', requestId: request.id as string },
  };
}

interface Exchange {
  request: Request;
  response: Response;
}

/** Reads the ID of the changed record from the part of the exchange that the policy names. */
function findTarget(target: AuditTarget, { request, response }: Exchange): string | undefined {
  if (target === 'location') return response.get('Location')?.split('/').pop();
  const [source, ...keys] = target.split('.');
  const start: unknown = source === 'params' ? request.params : response.locals.body;
  return keys.reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], start) as
    string | undefined;
}

/** Parameters are not validated yet when a record is read before its change. */
const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);

/** Reads the IDs of the devices that a request changes together. The body is not validated yet. */
function findDeviceIds({ action, target }: AuditPolicy, request: Request): string[] {
  const { devices } = (request.body ?? {}) as { devices?: unknown };
  const isOfDevices = action.startsWith('device.') || action === 'run.stop';
  if (target !== null || !isOfDevices || !Array.isArray(devices)) return [];
  return devices.flatMap((device: { _id?: unknown } | null) =>
    typeof device?._id === 'string' && isId(device._id) ? [device._id] : [],
  );
}
