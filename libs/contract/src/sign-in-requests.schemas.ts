import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { Scope } from './policy';

const Scopes = z.array(Scope).min(1).max(4);

/** A program that asks for an access token. */
export const CreateSignInRequest = z.object({
  name: text(LIMITS.tokenNameChars, 1).meta({
    description: 'name of the access token, such as that of the machine',
  }),
  scopes: Scopes.optional().meta({ description: 'default: all' }),
});
export type CreateSignInRequest = z.infer<typeof CreateSignInRequest>;

/** As in RFC 8628. The program shows the code and the address, and polls with the device code. */
export const CreatedSignInRequest = z.object({
  deviceCode: z.string().meta({ description: 'hmc_ and 64 hex characters; a secret of the program' }),
  userCode: z.string().meta({ example: 'WDJB-MJHT' }),
  verificationUri: z.string().meta({ description: 'the page on which the person enters the code' }),
  verificationUriComplete: z.string().meta({ description: 'the same page with the code' }),
  expiresIn: z.number().int().meta({ description: 'seconds' }),
  interval: z.number().int().meta({ description: 'seconds between polls' }),
});
export type CreatedSignInRequest = z.infer<typeof CreatedSignInRequest>;

export const PollSignInRequest = z.object({ deviceCode: z.string().max(100) });
export type PollSignInRequest = z.infer<typeof PollSignInRequest>;

const UserCode = z.string().max(100).meta({ description: 'in upper or lower case, with or without hyphen' });

export const LookUpSignInRequest = z.object({ userCode: UserCode });
export type LookUpSignInRequest = z.infer<typeof LookUpSignInRequest>;

/** What a person approves. */
export const SignInRequest = z.object({
  name: z.string(),
  address: z.string().meta({ description: 'IP address of the program' }),
  scopes: z.array(Scope),
  createdAt: Time,
  expiresAt: Time,
});
export type SignInRequest = z.infer<typeof SignInRequest>;

export const ApproveSignInRequest = z.object({
  userCode: UserCode,
  workspaceId: Id.optional().meta({
    description: "one of the person's workspaces; default: that of the session",
  }),
  scopes: Scopes.optional().meta({ description: 'fewer scopes than requested' }),
});
export type ApproveSignInRequest = z.infer<typeof ApproveSignInRequest>;
