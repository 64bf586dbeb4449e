/** Errors in the shape of the identity REST API: `{error: {code, message}}`, where the message is one of its codes. */
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The error codes of this service; the firebase client maps each to an `auth/...` code. */
export const IDENTITY_CODES = [
  "ADMIN_ONLY_OPERATION",
  "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
  "EMAIL_EXISTS",
  "EXPIRED_OOB_CODE",
  "FEDERATED_USER_ID_ALREADY_LINKED",
  "INVALID_CODE",
  "INVALID_CUSTOM_TOKEN",
  "INVALID_EMAIL",
  "INVALID_GRANT_TYPE",
  "INVALID_IDP_RESPONSE",
  "INVALID_ID_TOKEN",
  "INVALID_LOGIN_CREDENTIALS",
  "INVALID_MFA_PENDING_CREDENTIAL",
  "INVALID_OOB_CODE",
  "INVALID_PHONE_NUMBER",
  "INVALID_REQ_TYPE",
  "INVALID_SESSION_INFO",
  "MFA_ENROLLMENT_NOT_FOUND",
  "MISSING_CODE",
  "MISSING_CUSTOM_TOKEN",
  "MISSING_EMAIL",
  "MISSING_ID_TOKEN",
  "MISSING_MFA_PENDING_CREDENTIAL",
  "MISSING_OOB_CODE",
  "MISSING_PASSWORD",
  "MISSING_PHONE_NUMBER",
  "MISSING_REFRESH_TOKEN",
  "MISSING_SESSION_INFO",
  "OPERATION_NOT_ALLOWED",
  "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
  "PHONE_NUMBER_EXISTS",
  "SECOND_FACTOR_EXISTS",
  "SECOND_FACTOR_LIMIT_EXCEEDED",
  "SESSION_EXPIRED",
  "TOKEN_EXPIRED",
  "TOO_MANY_ATTEMPTS_TRY_LATER",
  "UNAUTHORIZED_DOMAIN",
  "UNSUPPORTED_FIRST_FACTOR",
  "UNVERIFIED_EMAIL",
  "USER_DISABLED",
  "USER_NOT_FOUND",
  "WEAK_PASSWORD",
] as const;
export type IdentityCode = (typeof IDENTITY_CODES)[number];

export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: IdentityCode;
  constructor(code: IdentityCode, detail = "") {
    super(detail === "" ? code : `${code} : ${detail}`);
    this.code = code;
  }
}

export function refuse(code: IdentityCode, detail = ""): never {
  throw new IdentityError(code, detail);
}

export function identityErrorAnswer(status: ContentfulStatusCode, message: string): Response {
  const errors = [{ message, reason: "invalid", domain: "global" }];
  return Response.json({ error: { code: status, message, errors } }, { status });
}
