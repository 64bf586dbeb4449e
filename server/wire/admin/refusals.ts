/** Refusals of console calls, as `{error, code, requestId}`. The screens choose their own words by the code. */

export const REFUSALS = {
  /** 401 */
  sign_in_first: "Sign in to the console",
  /** 401: unknown passkey, wrong signature, disabled operator. */
  sign_in_refused: "That sign-in did not work",
  /** 403 */
  role_forbids: "Your role does not allow this",
  /** 403: not JSON, or from a page of another origin. */
  own_pages_only: "Only the console's own pages may make this call",
  /** 404, both for what does not exist and for what is not reachable. */
  unknown: "There is nothing with this id",
  /** 404 */
  link_used: "This link has been used or has expired. Ask an owner for a new one",
  /** 409 */
  state_forbids: "This is not possible in its present state",
  /** 409: a dispute is contested with nothing that shows why. */
  evidence_missing: "Contesting a dispute needs evidence. Write what shows that the charge is right",
  /** 409: preview again. */
  state_changed: "Something changed since the preview. Look at it again",
  /** 409 */
  preview_expired: "This preview has expired. Look at it again",
  /** 409: another confirm with the same token has not ended. */
  still_running: "This is still in progress. Look at the timeline in a moment",
  /** 409: a refund beyond what is left, or a second part while the first is on its way. */
  refund_too_large: "That is more than can be refunded",
  /** 409: the data are at a service that runs elsewhere. */
  runs_elsewhere: "The service with this data runs on another server",
  /** 429: the params have `at`, the time from which on the next request is possible. */
  too_many: "Too many requests. Try again in a few minutes",
  /** 429: the params have `at`, the time from which on the next link can be sent. */
  sent_recently: "A link was already sent. Another one can be sent a little later",
  /** 502 */
  service_down: "The payments service did not answer. Nothing was changed",
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/** The body of a refusal. */
export function refusal(code: RefusalCode): { readonly error: string; readonly code: RefusalCode } {
  return { error: REFUSALS[code], code };
}
