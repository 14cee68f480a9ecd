import { z } from 'zod';
import { AccountName, Email, Password, Session } from './accounts.schemas';
import { Id, seconds, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';
import { isBindable, Role } from './policy';
import { PasskeyRegistration } from './passkeys.schemas';
import { SignInCode } from './second-factor.schemas';

/** The device groups that a viewer or an operator is bound to. */
export const BoundGroups = z
  .array(Id)
  .max(LIMITS.roleGroups, `must have at most ${LIMITS.roleGroups} device groups`)
  .meta({
    description: 'IDs of device groups; empty for all devices. Only viewers and operators can be bound',
  });

const boundGroups = { groups: BoundGroups };

/** Roles above operator concern the whole workspace. */
export const canBeBound = ({ role, groups }: { role?: Role; groups?: string[] }): boolean =>
  !groups?.length || role === undefined || isBindable(role);

export const notBindable = {
  path: ['groups'],
  message: 'must be empty for this role: only viewers and operators can be bound to device groups',
};

/** A person in the workspace. */
export const Member = z.object({
  _id: Id,
  personId: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  ...boundGroups,
  hasSecondFactor: z.boolean(),
  createdAt: Time,
  lastSeenAt: Time.nullable().meta({ description: 'last request of a session or a token, to the minute' }),
});
export type Member = z.infer<typeof Member>;

export const MemberList = listOf(Member);
export type MemberList = z.infer<typeof MemberList>;

/** Without groups, a viewer or an operator keeps them. Roles above have none. */
export const UpdateMember = z
  .object({ role: Role, groups: BoundGroups.optional() })
  .refine(canBeBound, notBindable);
export type UpdateMember = z.infer<typeof UpdateMember>;

/** A secret with which one person joins the workspace. */
export const Invitation = z.object({
  _id: Id,
  name: z.string().nullable().meta({ description: 'for whom it is, a note for other admins' }),
  role: Role,
  ...boundGroups,
  email: z.string().nullable().meta({ description: 'where it is sent; null if only its link is used' }),
  mail: z
    .object({
      state: z.enum(['pending', 'sent', 'failed']),
      at: Time.meta({ description: 'when it was sent, or when it was requested' }),
      error: z.string().nullable().meta({ description: 'why it failed, or why the last attempt did' }),
    })
    .nullable()
    .meta({ description: 'the last email with the invitation' }),
  createdAt: Time,
  expiresAt: Time,
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationList = listOf(Invitation);
export type InvitationList = z.infer<typeof InvitationList>;

export const CreateInvitation = z
  .object({
    role: Role.exclude(['owner']),
    groups: BoundGroups.optional(),
    name: AccountName.optional(),
    email: Email.optional().meta({ description: 'sends the link there, if the server can send email' }),
    expiresIn: seconds(LIMITS.invitationSecondsMax).optional().meta({ description: 'default: 7 days' }),
  })
  .refine(canBeBound, notBindable);
export type CreateInvitation = z.infer<typeof CreateInvitation>;

export const CreatedInvitation = Invitation.extend({
  token: z.string().meta({ description: 'hmi_ and 64 hex characters; returned only once' }),
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

/** Sends an invitation again, to the same address by default. */
export const SendInvitation = z.object({ email: Email.optional() });
export type SendInvitation = z.infer<typeof SendInvitation>;

const InvitationToken = z.string().max(100).meta({ description: 'hmi_ and 64 hex characters' });

export const LookUpInvitation = z.object({ token: InvitationToken });
export type LookUpInvitation = z.infer<typeof LookUpInvitation>;

/** What the invited person sees before joining. */
export const OpenInvitation = z.object({ workspace: z.string(), role: Role, expiresAt: Time });
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** Without an email address, the person of the session joins. */
export const AcceptInvitation = z.object({
  token: InvitationToken,
  email: Email.optional().meta({ description: 'of a new person, or of one who has an account already' }),
  password: Password.optional(),
  code: SignInCode.optional().meta({ description: 'of a person with a second factor' }),
  name: AccountName.optional().meta({ description: 'name of a new person' }),
});
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

const newPerson = {
  token: InvitationToken,
  email: Email.meta({ description: 'of the new person' }),
  name: AccountName.optional(),
};

/** Who creates a passkey to join with. */
export const CreateInvitationPasskeyOptions = z.object(newPerson);
export type CreateInvitationPasskeyOptions = z.infer<typeof CreateInvitationPasskeyOptions>;

export const AcceptInvitationWithPasskey = z.object({ ...newPerson, credential: PasskeyRegistration });
export type AcceptInvitationWithPasskey = z.infer<typeof AcceptInvitationWithPasskey>;

/** The session of a person who has joined with a passkey and without a password. */
export const JoinedWithPasskey = Session.extend({
  recoveryCodes: z.array(z.string()).meta({
    description: 'returned only once; one of them is needed after a password reset, if the passkey is lost',
  }),
});
export type JoinedWithPasskey = z.infer<typeof JoinedWithPasskey>;

/** A workspace of the caller. It is the account of the other routes. */
export const Workspace = z.object({
  _id: Id,
  name: z.string(),
  role: Role.meta({ description: 'role of the caller' }),
  isCurrent: z.boolean().meta({ description: 'whether the request belongs to it' }),
});
export type Workspace = z.infer<typeof Workspace>;

export const WorkspaceList = listOf(Workspace);
export type WorkspaceList = z.infer<typeof WorkspaceList>;

export const CreateWorkspace = z.object({ name: AccountName });
export type CreateWorkspace = z.infer<typeof CreateWorkspace>;
