/** What a failed payment means: the right code for a refusal that the provider names, and the reason of a decline. */
import { publicCode } from "../../errors/main_rows.ts";
import { paymentError } from "../../errors/payment_error.ts";
import { type PayrailsError, SdkError } from "../../errors/sdk_error.ts";
import type { Decline, FailureCode } from "../../events.ts";
import type { Language } from "../../locales/language.ts";
import { declineReasonOf, NEXT_STEPS } from "../../wire/declines.ts";
import { own } from "../../wire/own.ts";
import type { Outcome } from "../outcome.ts";
import { DECLINES } from "./decline_texts.ts";

type Failed = Extract<Outcome, { type: "failed" }>;

const UNKNOWN = publicCode("api:unknown");

/**
 * Failures by the provider's error code. A code that is not listed is an unknown API error, with `AUTHENTICATION_ERROR`
 * (S-BUTTON-18, S-BUTTON-21).
 */
const CODES: Readonly<Record<string, FailureCode>> = {
  // What was sent is not valid.
  "amount-invalid": "VALIDATION_FAILED",
  "amount-mismatch": "VALIDATION_FAILED",
  "card-invalid": "VALIDATION_FAILED",
  "composition-invalid": "VALIDATION_FAILED",
  "record-invalid": "VALIDATION_FAILED",
  "request-invalid": "VALIDATION_FAILED",
  "request-too-large": "VALIDATION_FAILED",
  "seal-invalid": "VALIDATION_FAILED",
  "seal-used": "VALIDATION_FAILED",
  // The provider authorizes nothing more here.
  "attempts-exhausted": "AUTHORIZATION_ERROR",
  "execution-closed": "AUTHORIZATION_ERROR",
  "too-many-declines": "AUTHORIZATION_ERROR",
};

/** Gives a refusal that the provider names its code, and a decline its reason, next step and text. */
export function explain(outcome: Outcome, language: Pick<Language, "of">): Outcome {
  if (outcome.type !== "failed") return outcome;
  if (outcome.error !== undefined) return refusalOf(outcome, outcome.error);
  if (outcome.code !== "AUTHORIZATION_ERROR") return outcome;
  return { ...outcome, decline: declineOf(outcome.result, language) };
}

/** Why the issuer declined, in the language as it is now: the language may change while a notice is shown. */
export function declineOf(result = "", language: Pick<Language, "of">): Decline {
  const reason = declineReasonOf(result) ?? "no_reason";
  const nextStep = NEXT_STEPS[reason];
  const { reasons, nextSteps } = language.of("declines", DECLINES);
  const why = reasons[reason];
  return { reason, nextStep, why, text: `${why} ${nextSteps[nextStep]}` };
}

function refusalOf(outcome: Failed, error: PayrailsError): Outcome {
  if (error.code !== UNKNOWN) return outcome;
  const { cause } = error;
  const known = cause instanceof SdkError ? cause : undefined;
  if (!/^api:/.test(known?.key ?? "")) return pageFailure(outcome, cause, known);
  const message = outcome.serverError?.code ?? "";
  const code = own(CODES, message);
  if (code === undefined) return outcome;
  return { ...outcome, code, message, error: paymentError("api:refused", { params: { code: message }, cause }) };
}

/** What failed in the page, before anything was sent: the error itself instead of an unknown API error. */
function pageFailure(outcome: Failed, cause: unknown, known: SdkError | undefined): Outcome {
  const error = known ?? new SdkError("client:unknown", { params: { what: String(cause) }, cause });
  return { ...outcome, message: error.message, error };
}
