import { initContract } from '@ts-rest/core';
import { Session } from './accounts.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import {
  AcceptInvitation,
  AcceptInvitationWithPasskey,
  CreatedInvitation,
  CreateInvitation,
  CreateInvitationPasskeyOptions,
  CreateWorkspace,
  InvitationList,
  JoinedWithPasskey,
  LookUpInvitation,
  MemberList,
  OpenInvitation,
  SendInvitation,
  UpdateMember,
  Workspace,
  WorkspaceList,
} from './members.schemas';
import { CreatedPasswordReset } from './password-resets.schemas';
import { PasskeyOptions } from './passkeys.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const members = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/members',
    summary: 'List the members of the workspace',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: Paging,
    responses: { 200: MemberList },
  },
  update: {
    method: 'PUT',
    path: '/v1/members/:memberId',
    summary: "Change a member's role, to at most the caller's. The last owner keeps the role",
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'member.update', target: 'params.memberId' },
    }),
    pathParams: idParams('memberId'),
    body: UpdateMember,
    responses: { 204: c.noBody() },
  },
  leave: {
    method: 'DELETE',
    path: '/v1/members/current',
    summary:
      "Leave the workspace. The session continues in the person's oldest other workspace, or ends if there is none",
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'member.leave', target: null },
      isOpenToAllMembers: true,
    }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/members/:memberId',
    summary:
      'Remove a member, and end the sessions, tokens and event streams of the person in this workspace',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'member.remove', target: 'params.memberId' },
    }),
    pathParams: idParams('memberId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  transfer: {
    method: 'POST',
    path: '/v1/members/:memberId/transfer',
    summary: 'Make a member the owner in place of the caller, who becomes an admin',
    metadata: policy({
      scope: 'admin',
      role: 'owner',
      audit: { action: 'member.transfer', target: 'params.memberId' },
    }),
    pathParams: idParams('memberId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  createPasswordReset: {
    method: 'POST',
    path: '/v1/members/:memberId/password-reset',
    summary: 'Create a link with which a member of this workspace alone sets a new password once',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'member.reset-password', target: 'params.memberId' },
    }),
    pathParams: idParams('memberId'),
    body: c.noBody(),
    responses: { 201: CreatedPasswordReset },
  },
});

export const invitations = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/invitations',
    summary: 'List the invitations that can still be used',
    metadata: policy({ scope: 'admin', role: 'admin' }),
    query: Paging,
    responses: { 200: InvitationList },
  },
  create: {
    method: 'POST',
    path: '/v1/invitations',
    summary: 'Create an invitation, with which one person joins the workspace',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'invitation.create', target: 'response._id' },
    }),
    body: CreateInvitation,
    responses: { 201: CreatedInvitation },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/invitations/:invitationId',
    summary: 'Revoke an invitation',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'invitation.remove', target: 'params.invitationId' },
    }),
    pathParams: idParams('invitationId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  send: {
    method: 'POST',
    path: '/v1/invitations/:invitationId/send',
    summary: 'Send an invitation by email once more, and return a further link of it',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'invitation.send', target: 'params.invitationId' },
    }),
    pathParams: idParams('invitationId'),
    body: SendInvitation,
    responses: { 201: CreatedInvitation },
  },
  lookUp: {
    method: 'POST',
    path: '/v1/invitations/lookup',
    summary: 'Read what an invitation offers',
    metadata: policy({ scope: 'public', rateLimit: 'credentials' }),
    body: LookUpInvitation,
    responses: { 200: OpenInvitation },
  },
  accept: {
    method: 'POST',
    path: '/v1/invitations/accept',
    summary:
      'Join a workspace and sign in: as a new person, as one with a password, or as the person of the session',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'invitation.accept', target: 'response.account._id' },
    }),
    body: AcceptInvitation,
    responses: { 201: Session },
  },
  createPasskeyOptions: {
    method: 'POST',
    path: '/v1/invitations/passkey-options',
    summary: 'Create the options with which the browser of a new person creates a passkey',
    metadata: policy({ scope: 'public', rateLimit: 'credentials' }),
    body: CreateInvitationPasskeyOptions,
    responses: { 201: PasskeyOptions },
  },
  acceptWithPasskey: {
    method: 'POST',
    path: '/v1/invitations/accept-with-passkey',
    summary: 'Join a workspace as a new person with a passkey and without a password, and sign in',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'invitation.accept', target: 'response.account._id' },
    }),
    body: AcceptInvitationWithPasskey,
    responses: { 201: JoinedWithPasskey },
  },
});

export const workspaces = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/workspaces',
    summary: "List the caller's workspaces. A token of a workspace has only this one",
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none', isOpenToAllMembers: true }),
    responses: { 200: WorkspaceList },
  },
  create: {
    method: 'POST',
    path: '/v1/workspaces',
    summary: 'Create a workspace, whose owner is the caller. Requires an administrator or open sign-up',
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'workspace.create', target: 'response._id' },
    }),
    body: CreateWorkspace,
    responses: { 201: Workspace },
  },
  switch: {
    method: 'POST',
    path: '/v1/workspaces/:workspaceId/switch',
    summary: 'Continue the session in another workspace of the person',
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'workspace.switch', target: 'params.workspaceId' },
      isOpenToAllMembers: true,
    }),
    pathParams: idParams('workspaceId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
