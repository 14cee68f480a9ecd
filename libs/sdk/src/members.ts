import type { Role, Session } from './accounts';
import type { ApiPromise } from './api-promise';
import type { CreatePasskey, PasskeyOptions } from './passkeys';
import type { CreatedPasswordReset } from './password-resets';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A person in the workspace. */
export interface Member {
  _id: string;
  personId: string;
  name: string;
  email: string;
  role: Role;
  /** IDs of the device groups that a viewer or an operator is bound to. Empty for all devices. */
  groups: string[];
  hasSecondFactor: boolean;
  createdAt: string;
  /** Last request of a session or a token, to the minute. */
  lastSeenAt: string | null;
}

/** The new role of a member. */
export interface UpdateMember {
  role: Role;
  /** IDs of the device groups that a viewer or an operator is bound to, at most 20. Default: those of now. */
  groups?: string[];
}

/** A secret with which one person joins the workspace. */
export interface Invitation {
  _id: string;
  /** For whom it is. */
  name: string | null;
  role: Role;
  /** IDs of the device groups that a viewer or an operator is bound to. Empty for all devices. */
  groups: string[];
  /** Where it is sent. Null if only its link is used. */
  email: string | null;
  /** The last email with the invitation. */
  mail: InvitationMail | null;
  createdAt: string;
  expiresAt: string;
}

/** An email with an invitation. */
export interface InvitationMail {
  state: 'pending' | 'sent' | 'failed';
  /** When it was sent, or when it was requested. */
  at: string;
  /** Why it failed, or why the last attempt did. */
  error: string | null;
}

/** A new invitation. Its token is returned only once. */
export interface CreatedInvitation extends Invitation {
  /** `hmi_` and 64 hex characters. */
  token: string;
}

/** Settings of a new invitation. */
export interface CreateInvitation {
  /** At most the caller's role. */
  role: Exclude<Role, 'owner'>;
  /** IDs of the device groups that a viewer or an operator is bound to, at most 20. Default: all devices. */
  groups?: string[];
  /** For whom it is. At most 64 characters. */
  name?: string;
  /** Sends the link there, if the server can send email. */
  email?: string;
  /** Validity in seconds. Default: 7 days. */
  expiresIn?: number;
}

/** Sends an invitation again. */
export interface SendInvitation {
  /** Default: where it was sent before. */
  email?: string;
}

/** The token of an invitation. */
export interface LookUpInvitation {
  token: string;
}

/** What an invitation offers. */
export interface OpenInvitation {
  /** Name of the workspace. */
  workspace: string;
  role: Role;
  expiresAt: string;
}

/** Without an email address, the person of the session joins. */
export interface AcceptInvitation {
  /** The token of the invitation. */
  token: string;
  /** Of a new person, or of one who has an account already. */
  email?: string;
  password?: string;
  /** Of a person with a second factor. */
  code?: string;
  /** Name of a new person. */
  name?: string;
}

/** A new person who joins with a passkey. */
export interface CreateInvitationPasskeyOptions {
  /** The token of the invitation. */
  token: string;
  email: string;
  name?: string;
}

/** Joins with a passkey and without a password. */
export interface AcceptInvitationWithPasskey extends CreateInvitationPasskeyOptions {
  /** What the browser returned, in the JSON form of WebAuthn. */
  credential: CreatePasskey['credential'];
}

/** The session, and the recovery codes, which are returned only once. */
export interface JoinedWithPasskey extends Session {
  recoveryCodes: string[];
}

/** A workspace of the caller. It is the account of the other routes. */
export interface Workspace {
  _id: string;
  name: string;
  /** Role of the caller. */
  role: Role;
  /** Whether the request belongs to it. */
  isCurrent: boolean;
}

/** Settings of a new workspace. */
export interface CreateWorkspace {
  /** At most 64 characters. */
  name: string;
}

/** The people in the workspace. */
export class Members {
  constructor(private readonly http: Http) {}

  /**
   * Lists members, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.members.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Member>> {
    return this.http.request('members.list', { query: paging }, options);
  }

  /**
   * Iterates over all members.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, role } of drover.members.iterate()) console.log(name, role);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Member, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Changes the role of a member.
   *
   * @param memberId ID of the member.
   * @param change The new role, at most that of the caller.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller's role does not suffice.
   * @throws {@link ApiError} 404 if the member does not exist.
   * @throws {@link ApiError} 409 if the member is the last owner.
   * @example
   * await drover.members.update(memberId, { role: 'operator' });
   */
  update(memberId: string, change: UpdateMember, options?: CallOptions): ApiPromise<void> {
    return this.http.request('members.update', { params: { memberId }, body: change }, options);
  }

  /**
   * Removes a member. Sessions, tokens and event streams of the person in this workspace end.
   *
   * @param memberId ID of the member.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller's role does not suffice.
   * @throws {@link ApiError} 404 if the member does not exist.
   * @throws {@link ApiError} 409 if the member is the last owner.
   * @example
   * await drover.members.remove(memberId);
   */
  remove(memberId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('members.remove', { params: { memberId } }, options);
  }

  /**
   * Leaves the workspace. All of the person's access tokens in it end. A browser session continues in the person's
   * oldest other workspace, or ends if there is none.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the caller is the last owner, or a token that belongs to no person.
   * @example
   * await drover.members.leave();
   */
  leave(options?: CallOptions): ApiPromise<void> {
    return this.http.request('members.leave', {}, options);
  }

  /**
   * Makes a member the owner in place of the caller, who becomes an admin.
   *
   * @param memberId ID of the member.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the member does not exist.
   * @throws {@link ApiError} 409 if the caller is a token of the workspace.
   * @example
   * await drover.members.transfer(memberId);
   */
  transfer(memberId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('members.transfer', { params: { memberId } }, options);
  }

  /**
   * Creates a link with which a member sets a new password once, within an hour: `/reset-password#` and the token.
   *
   * @param memberId ID of the member, who is in no other workspace.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller's role does not suffice.
   * @throws {@link ApiError} 404 if the member does not exist.
   * @throws {@link ApiError} 409 if the person is a member of other workspaces too.
   * @example
   * const { token } = await drover.members.createPasswordReset(memberId);
   */
  createPasswordReset(memberId: string, options?: CallOptions): ApiPromise<CreatedPasswordReset> {
    return this.http.request('members.createPasswordReset', { params: { memberId } }, options);
  }
}

/** Secrets with which people join the workspace. */
export class Invitations {
  constructor(private readonly http: Http) {}

  /**
   * Lists the invitations that can still be used, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.invitations.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Invitation>> {
    return this.http.request('invitations.list', { query: paging }, options);
  }

  /**
   * Iterates over all invitations that can still be used.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, role } of drover.invitations.iterate()) console.log(name, role);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Invitation, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Creates an invitation, with which one person joins the workspace.
   *
   * @param invitation Role, note and validity.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the role is above the caller's.
   * @throws {@link ApiError} 409 if there are too many invitations.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const { token } = await drover.invitations.create({ role: 'operator', name: 'Grace' });
   */
  create(invitation: CreateInvitation, options?: CallOptions): ApiPromise<CreatedInvitation> {
    return this.http.request('invitations.create', { body: invitation }, options);
  }

  /**
   * Revokes an invitation.
   *
   * @param invitationId ID of the invitation.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the invitation does not exist.
   * @example
   * await drover.invitations.remove(invitationId);
   */
  remove(invitationId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('invitations.remove', { params: { invitationId } }, options);
  }

  /**
   * Sends an invitation by email once more, and returns a further link of it.
   *
   * @param invitationId ID of the invitation.
   * @param message Where to send it.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the invitation does not exist.
   * @throws {@link ApiError} 409 if it was sent too often.
   * @throws {@link ApiError} 422 if there is no email address.
   * @example
   * const { token } = await drover.invitations.send(invitationId);
   */
  send(
    invitationId: string,
    message: SendInvitation = {},
    options?: CallOptions,
  ): ApiPromise<CreatedInvitation> {
    return this.http.request('invitations.send', { params: { invitationId }, body: message }, options);
  }

  /**
   * Returns what an invitation offers. Requires no access token.
   *
   * @param invitation The token of the invitation.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the invitation is invalid, expired or used.
   * @example
   * const { workspace, role } = await drover.invitations.lookUp({ token: 'hmi_…' });
   */
  lookUp(invitation: LookUpInvitation, options?: CallOptions): ApiPromise<OpenInvitation> {
    return this.http.request('invitations.lookUp', { body: invitation }, options);
  }

  /**
   * Joins the workspace and signs in.
   *
   * @param invitation The token of the invitation, and who joins.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the person exists and the password is wrong.
   * @throws {@link ApiError} 404 if the invitation is invalid, expired or used.
   * @throws {@link ApiError} 409 if the person is a member already.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * await drover.invitations.accept({ token: 'hmi_…', email: 'ada@example.org', password });
   */
  accept(invitation: AcceptInvitation, options?: CallOptions): ApiPromise<Session> {
    return this.http.request('invitations.accept', { body: invitation }, options);
  }

  /**
   * Creates the options with which the browser of a new person creates a passkey.
   *
   * @param person The token of the invitation, and who joins.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the invitation is invalid, expired or used.
   * @throws {@link ApiError} 409 if the server is opened by its IP address.
   * @example
   * const { options } = await drover.invitations.createPasskeyOptions({ token: 'hmi_…', email: 'ada@example.org' });
   */
  createPasskeyOptions(
    person: CreateInvitationPasskeyOptions,
    options?: CallOptions,
  ): ApiPromise<PasskeyOptions> {
    return this.http.request('invitations.createPasskeyOptions', { body: person }, options);
  }

  /**
   * Joins the workspace as a new person with a passkey and without a password, and signs in.
   *
   * @param invitation The token of the invitation, who joins, and the passkey.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the passkey is invalid.
   * @throws {@link ApiError} 404 if the invitation is invalid, expired or used.
   * @throws {@link ApiError} 409 if the email address belongs to an account.
   * @example
   * await drover.invitations.acceptWithPasskey({ token: 'hmi_…', email: 'ada@example.org', credential });
   */
  acceptWithPasskey(
    invitation: AcceptInvitationWithPasskey,
    options?: CallOptions,
  ): ApiPromise<JoinedWithPasskey> {
    return this.http.request('invitations.acceptWithPasskey', { body: invitation }, options);
  }
}

/** The caller's workspaces. */
export class Workspaces {
  constructor(private readonly http: Http) {}

  /**
   * Lists the workspaces of the caller. A token of a workspace has only this one.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the access token is missing, expired or revoked.
   * @example
   * const { items } = await drover.workspaces.list();
   */
  list(options?: CallOptions): ApiPromise<Page<Workspace>> {
    return this.http.request('workspaces.list', {}, options);
  }

  /**
   * Creates a workspace, whose owner is the caller.
   *
   * @param workspace Name.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 unless the caller is an administrator or sign-up is open.
   * @throws {@link ApiError} 409 if the caller is a token of a workspace.
   * @throws {@link ApiError} 422 if the name is invalid.
   * @example
   * const { _id } = await drover.workspaces.create({ name: 'Berlin' });
   */
  create(workspace: CreateWorkspace, options?: CallOptions): ApiPromise<Workspace> {
    return this.http.request('workspaces.create', { body: workspace }, options);
  }

  /**
   * Continues the browser session in another workspace.
   *
   * @param workspaceId ID of the workspace.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the caller is not a member.
   * @throws {@link ApiError} 409 if the caller uses an access token, which belongs to one workspace.
   * @example
   * await drover.workspaces.switch(workspaceId);
   */
  switch(workspaceId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('workspaces.switch', { params: { workspaceId } }, options);
  }
}
