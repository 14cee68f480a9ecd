/** Why a request was refused, in the words of RFC 7644. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** An error of a SCIM request. `routes/scim.routes.ts` puts it into the format of RFC 7644. */
export class ScimError extends Error {
  constructor(
    readonly status: 400 | 404 | 409,
    readonly scimType: ScimType | undefined,
    detail: string,
  ) {
    super(detail);
  }
}

export const scimNotFound = () => new ScimError(404, undefined, 'This record does not exist.');
