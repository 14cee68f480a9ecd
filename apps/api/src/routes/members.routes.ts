import { LIMITS } from '@drover/contract';
import type { AppContext } from '../context/app-context';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  lookUpInvitation,
  removeInvitation,
  sendInvitation,
} from '../features/members/invitations';
import { acceptWithPasskey, createJoinOptions } from '../features/members/join-with-passkey';
import {
  leaveWorkspace,
  listMembers,
  removeMember,
  transferOwnership,
  updateMember,
} from '../features/members/members';
import { createWorkspace, listWorkspaces, switchWorkspace } from '../features/members/workspaces';
import { createPasswordReset } from '../features/password-resets/password-resets';
import { setAuditAuthor } from '../http/audit';
import { SESSION_COOKIE } from '../http/authenticate';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';
import { relyingParty } from './passkeys.routes';
import { authorOf, languageOf, sessionCookie, signInRequest } from './accounts.routes';

export const memberRoutes = (context: AppContext) =>
  routeHandlers('members', {
    list: ({ req, query }) => ok(listMembers(context, req.caller.accountId, query)),
    update: ({ req, params, body }) => noContent(updateMember(context, req.caller, { ...params, ...body })),
    leave: ({ req }) => noContent(leaveWorkspace(context, req.caller)),
    remove: ({ req, params }) => noContent(removeMember(context, req.caller, params.memberId)),
    transfer: ({ req, params }) => noContent(transferOwnership(context, req.caller, params.memberId)),
    createPasswordReset: ({ req, params }) =>
      created(createPasswordReset(context, req.caller, params.memberId)),
  });

export const invitationRoutes = (context: AppContext) =>
  routeHandlers('invitations', {
    list: ({ req, query }) => ok(listInvitations(context, req.caller.accountId, query)),
    create: ({ req, body }) =>
      created(createInvitation(context, req.caller, { ...body, language: languageOf(req) })),
    remove: ({ req, params }) =>
      noContent(removeInvitation(context, req.caller.accountId, params.invitationId)),
    send: ({ req, params, body }) =>
      created(sendInvitation(context, req.caller, { ...params, ...body, language: languageOf(req) })),
    lookUp: ({ body }) => ok(lookUpInvitation(context, body.token)),
    accept: async ({ req, res, body }) => {
      const { session, secret } = await acceptInvitation(context, signInRequest(req), body);
      const cookie = { ...sessionCookie(context, req), maxAge: LIMITS.sessionSeconds * 1000 };
      res.cookie(SESSION_COOKIE, secret, cookie);
      setAuditAuthor(res, authorOf(session.account));
      return created(session);
    },
    createPasskeyOptions: async ({ req, body }) =>
      created(createJoinOptions(context, relyingParty(context, req), body)),
    acceptWithPasskey: async ({ req, res, body }) => {
      const join = { ...body, relyingParty: relyingParty(context, req) };
      const { joined, secret } = await acceptWithPasskey(context, signInRequest(req), join);
      const cookie = { ...sessionCookie(context, req), maxAge: LIMITS.sessionSeconds * 1000 };
      res.cookie(SESSION_COOKIE, secret, cookie);
      setAuditAuthor(res, authorOf(joined.account));
      return created(joined);
    },
  });

export const workspaceRoutes = (context: AppContext) =>
  routeHandlers('workspaces', {
    list: ({ req }) => ok(listWorkspaces(context, req.caller)),
    create: ({ req, body }) => created(createWorkspace(context, req.caller, body)),
    switch: ({ req, params }) => noContent(switchWorkspace(context, req.caller, params.workspaceId)),
  });
