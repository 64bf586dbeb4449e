/** Errors in the shape of the identity REST API: `{error: {code, message}}`, the message being one of its own codes. */
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The codes this service answers; the firebase client turns each into an `auth/...` code. */
export type IdentityCode =
  | "ADMIN_ONLY_OPERATION"
  | "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
  | "EMAIL_EXISTS"
  | "EXPIRED_OOB_CODE"
  | "FEDERATED_USER_ID_ALREADY_LINKED"
  | "INVALID_EMAIL"
  | "INVALID_GRANT_TYPE"
  | "INVALID_ID_TOKEN"
  | "INVALID_IDP_RESPONSE"
  | "INVALID_LOGIN_CREDENTIALS"
  | "INVALID_OOB_CODE"
  | "INVALID_REFRESH_TOKEN"
  | "INVALID_REQ_TYPE"
  | "MISSING_EMAIL"
  | "MISSING_ID_TOKEN"
  | "MISSING_OOB_CODE"
  | "MISSING_PASSWORD"
  | "MISSING_REFRESH_TOKEN"
  | "OPERATION_NOT_ALLOWED"
  | "TOKEN_EXPIRED"
  | "TOO_MANY_ATTEMPTS_TRY_LATER"
  | "UNAUTHORIZED_DOMAIN"
  | "USER_DISABLED"
  | "USER_NOT_FOUND"
  | "WEAK_PASSWORD"; // deno-fmt-ignore

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
  return Response.json({ error: { code: status, message, errors } }, {
    status,
    headers: { "cache-control": "no-store" },
  });
}
