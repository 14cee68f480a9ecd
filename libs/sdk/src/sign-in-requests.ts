import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Http } from './request';
import type { CreatedToken, Scope } from './tokens';

/** A program that asks for an access token. */
export interface CreateSignInRequest {
  /** Name of the access token, such as that of the machine. At most 64 characters. */
  name: string;
  /** Default: all. */
  scopes?: Scope[];
}

/** As in RFC 8628. The program shows the code and the address, and polls with the device code. */
export interface CreatedSignInRequest {
  /** A secret of the program. */
  deviceCode: string;
  /** `WDJB-MJHT`. */
  userCode: string;
  /** The page on which the person enters the code. */
  verificationUri: string;
  /** The same page with the code. */
  verificationUriComplete: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds between polls. */
  interval: number;
}

/** A poll. */
export interface PollSignInRequest {
  deviceCode: string;
}

/** The code that the program shows. */
export interface LookUpSignInRequest {
  /** In upper or lower case, with or without hyphen. */
  userCode: string;
}

/** What a person approves. */
export interface SignInRequest {
  name: string;
  /** IP address of the program. */
  address: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string;
}

/** An approval. */
export interface ApproveSignInRequest extends LookUpSignInRequest {
  /** One of the person's workspaces. Default: that of the session. */
  workspaceId?: string;
  /** Fewer scopes than requested. */
  scopes?: Scope[];
}

/** Sign-in of programs by a browser. */
export class SignInRequests {
  constructor(private readonly http: Http) {}

  /**
   * Asks for an access token, which somebody approves in a browser. Requires no access token.
   *
   * @param program Name and scopes.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @throws {@link ApiError} 429 if too many sign-ins have begun from this address.
   * @example
   * const { userCode, verificationUri, deviceCode } = await drover.signInRequests.create({ name: 'laptop' });
   */
  create(program: CreateSignInRequest, options?: CallOptions): ApiPromise<CreatedSignInRequest> {
    return this.http.request('signInRequests.create', { body: program }, options);
  }

  /**
   * Returns the access token once it is approved. Ask again after the interval until then.
   *
   * @param poll The device code.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 400 with the code 1065 (pending), 1066 (too fast), 1067 (denied) or 1068 (expired).
   * @example
   * const { token } = await drover.signInRequests.createToken({ deviceCode });
   */
  createToken(poll: PollSignInRequest, options?: CallOptions): ApiPromise<CreatedToken> {
    return this.http.request('signInRequests.createToken', { body: poll }, options);
  }

  /**
   * Returns which program asks for an access token.
   *
   * @param request The code that it shows.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the code is wrong, expired or used.
   * @throws {@link ApiError} 409 if the caller is not a session.
   * @example
   * const { name, address } = await drover.signInRequests.lookUp({ userCode: 'WDJB-MJHT' });
   */
  lookUp(request: LookUpSignInRequest, options?: CallOptions): ApiPromise<SignInRequest> {
    return this.http.request('signInRequests.lookUp', { body: request }, options);
  }

  /**
   * Gives the program an access token of the session's person.
   *
   * @param approval Code, workspace and scopes.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the code is wrong, or the person is not a member of the workspace.
   * @throws {@link ApiError} 409 if the caller is not a session.
   * @example
   * await drover.signInRequests.approve({ userCode: 'WDJB-MJHT', scopes: ['read', 'run'] });
   */
  approve(approval: ApproveSignInRequest, options?: CallOptions): ApiPromise<void> {
    return this.http.request('signInRequests.approve', { body: approval }, options);
  }

  /**
   * Refuses the program an access token.
   *
   * @param request The code that it shows.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the code is wrong, expired or used.
   * @example
   * await drover.signInRequests.deny({ userCode: 'WDJB-MJHT' });
   */
  deny(request: LookUpSignInRequest, options?: CallOptions): ApiPromise<void> {
    return this.http.request('signInRequests.deny', { body: request }, options);
  }
}
