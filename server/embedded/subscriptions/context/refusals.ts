/** Codes of business failures, as answers and charges carry them. */
import type { CreateAnswer } from "../../../wire/billing/purchase.ts";
import { isSentenceCode, type Refusal, refusal } from "../../../wire/site/refusal.ts";
import type { SentenceCode } from "../../../wire/site/sentences.ts";
import { own } from "../../../wire/own_entry.ts";

/** What is wrong; empty when nothing is. */
export type Problem = SentenceCode | "";

/** A business failure: 200 with a code and its sentence, because the person can act on it. */
export function refused(code: SentenceCode): CreateAnswer {
  return { id: "", subscription_id: "", ...refusal(code) };
}

const DECLINES: Readonly<Record<string, SentenceCode>> = {
  InsufficientBalance: "declined_balance",
  ExpiredInstrument: "declined_expired",
  InvalidInstrument: "declined_card",
};

/** The code for the acquirer's reason; unknown reasons get the general one. */
export function declineCode(reason: string): SentenceCode {
  return own(DECLINES, reason) ?? "declined";
}

/** The error a charge is stored with, for people: a code, or nothing. */
export function storedRefusal(error: string): Pick<Refusal, "error"> & Partial<Refusal> {
  return isSentenceCode(error) ? refusal(error) : { error };
}
