/**
 * Every error that the service returns. Callers compare `code`, which is stable, and which determines the status.
 * A feature throws `ApiError('notFound')`, with a message of its own where it knows more.
 */
export const ERRORS = {
  notFound: {
    code: 1000,
    status: 404,
    message: 'The record does not exist, or it belongs to another account.',
  },
  noSuchRoute: { code: 1001, status: 404, message: 'The path does not exist. See the reference at /docs.' },
  invalidToken: {
    code: 1040,
    status: 401,
    message:
      'The access token is missing, invalid, expired or revoked. Send a valid one as "Authorization: token hmp_…".',
  },
  invalidLogin: {
    code: 1041,
    status: 401,
    message: 'The email address or the password is wrong. Check both.',
  },
  invalidEnrolmentKey: {
    code: 1042,
    status: 401,
    message: 'The enrolment key is invalid, expired or used up. Create a new one.',
  },
  missingScope: {
    code: 1043,
    status: 403,
    message: 'The access token lacks the required scope. Use a token that has it.',
  },
  forbidden: {
    code: 1044,
    status: 403,
    message: 'Your account does not have the required role. Ask an administrator.',
  },
  foreignOrigin: {
    code: 1045,
    status: 403,
    message: "Session cookies are accepted only from this server's own pages. Use an access token instead.",
  },
  unknownHost: {
    code: 1046,
    status: 403,
    message:
      'This server does not know the host name of the request. Open it by its IP address, or set PUBLIC_URL to this address.',
  },
  setupCodeRequired: {
    code: 1047,
    status: 403,
    message: 'The set-up code is missing or wrong. The server writes it to its log when it starts.',
  },
  missingRole: {
    code: 1048,
    status: 403,
    message: 'Your role in this workspace does not allow this. Ask one of its admins.',
  },
  noWorkspace: {
    code: 1049,
    status: 403,
    message: 'You are not a member of any workspace. Ask for an invitation.',
  },
  invalidInvitation: {
    code: 1050,
    status: 404,
    message: 'The invitation is invalid, expired or used. Ask for a new one.',
  },
  secondFactorRequired: {
    code: 1051,
    status: 401,
    message:
      'This person signs in with a second factor. Send a code of the authenticator app, or a recovery code.',
  },
  invalidCode: {
    code: 1052,
    status: 401,
    message: 'The code is wrong, expired or used already. Send the current code of the authenticator app.',
  },
  secondFactorMissing: {
    code: 1053,
    status: 403,
    message: 'This workspace requires a second factor. Turn it on in your account settings.',
  },
  invalidPasskey: {
    code: 1054,
    status: 401,
    message:
      'The passkey is unknown, or its answer is invalid or too old. Try again, or sign in with the password.',
  },
  invalidSignIn: {
    code: 1055,
    status: 401,
    message: 'This sign-in is invalid, too old, used already or from another browser. Start it again.',
  },
  providerRefused: {
    code: 1056,
    status: 403,
    message: 'The identity provider refused the sign-in, or you canceled it. Try again, or ask its operator.',
  },
  providerUnavailable: {
    code: 1057,
    status: 503,
    message: 'The identity provider does not respond as expected. Try again later.',
  },
  emailNotVerified: {
    code: 1058,
    status: 403,
    message: 'The identity provider has not verified your email address. Ask its operator.',
  },
  identityNotAllowed: {
    code: 1059,
    status: 403,
    message: 'Your account at the identity provider has no access to this installation. Ask an admin.',
  },
  identityNotLinked: {
    code: 1060,
    status: 409,
    message:
      'There is an account with your email address already. Sign in to it, and link the identity provider in your account settings.',
  },
  singleSignOnRequired: {
    code: 1061,
    status: 403,
    message: 'This installation requires single sign-on. Only owners of workspaces sign in otherwise.',
  },
  invalidLogoutToken: {
    code: 1062,
    status: 400,
    message: 'The logout token is invalid, expired or used already. Send a new one of a configured provider.',
  },
  mailUnavailable: {
    code: 1063,
    status: 409,
    message:
      'This server cannot send email, because SMTP_URL is not set. Ask an admin of your workspace for a link.',
  },
  invalidPasswordReset: {
    code: 1064,
    status: 404,
    message: 'The link is invalid, expired or used already. Ask for a new one.',
  },
  signInPending: {
    code: 1065,
    status: 400,
    message: 'Nobody has approved this sign-in yet. Ask again after the interval.',
  },
  signInTooFast: {
    code: 1066,
    status: 400,
    message: 'You ask too often. The interval is 5 seconds longer now.',
  },
  signInDenied: { code: 1067, status: 400, message: 'The sign-in was denied in the browser.' },
  signInExpired: {
    code: 1068,
    status: 400,
    message: 'The sign-in is unknown, expired or used already. Start it again.',
  },
  invalidSignInCode: {
    code: 1069,
    status: 404,
    message: 'The code is wrong, expired or used already. Compare it with the one in the terminal.',
  },
  outsideGroups: { code: 1070, status: 403, message: 'Some of these devices are not in your device groups.' },
  approvalRequired: {
    code: 1071,
    status: 409,
    message: 'This needs the approval of another member, which was asked for. See "approvalId".',
  },
  ownApproval: {
    code: 1072,
    status: 409,
    message: 'Another person must decide this: you asked for it, or your access token belongs to no person.',
  },
  singleSignOnMissing: {
    code: 1073,
    status: 403,
    message:
      'This workspace requires single sign-on. Sign in by its identity provider. Owners can also set up a second factor.',
  },
  malformedBody: {
    code: 1100,
    status: 400,
    message: 'The body is not valid JSON. Correct it and try again.',
  },
  malformedRequest: {
    code: 1101,
    status: 400,
    message: 'The request is malformed. Correct it and try again.',
  },
  invalidParameters: { code: 1102, status: 422, message: 'Some parameters are invalid. See "errors".' },
  unsupportedContentType: {
    code: 1103,
    status: 415,
    message: 'The content type is not supported. Send application/json.',
  },
  tooLarge: {
    code: 1104,
    status: 413,
    message: 'The request is too large. See the limits in the reference.',
  },
  conflict: { code: 1105, status: 409, message: 'The record is in a state that does not allow this change.' },
  idempotencyMismatch: {
    code: 1106,
    status: 409,
    message: 'This Idempotency-Key was used for a different request. Use a new key for each request.',
  },
  oldClient: {
    code: 1107,
    status: 422,
    message: 'The app on the device is too old for messages. Update it to version 1.2.2 or later.',
  },
  noSecretKey: {
    code: 1108,
    status: 409,
    message:
      'Secrets are disabled: this installation has no encryption key. Its operator must set DROVER_SECRET_KEY.',
  },
  headersTooLarge: {
    code: 1109,
    status: 431,
    message: 'The address and the headers are too large: at most 64 KB. Send long values in the body.',
  },
  requestTimeout: {
    code: 1110,
    status: 408,
    message: 'The request did not arrive in time. Check the connection and try again.',
  },
  tooManyRequests: {
    code: 1200,
    status: 429,
    message: 'Too many requests. Wait for the time in Retry-After.',
  },
  internal: {
    code: 1500,
    status: 500,
    message: 'An internal error occurred. The server log has the details under this requestId.',
  },
  unavailable: { code: 1503, status: 503, message: 'A part of the service is unavailable. Try again later.' },
} as const;

/** Name of an error in `ERRORS`. */
export type ErrorName = keyof typeof ERRORS;
