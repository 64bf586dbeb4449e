/** The words of a decline: each of the 27 results, in every language, with a reason and a next step. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Language } from "../../locales/language.ts";
import { isLanguage } from "../../locales/languages.ts";
import { NEXT_STEPS, RESULTS_BY_REASON } from "../../wire/declines.ts";
import { DECLINES } from "./decline_texts.ts";
import { explain } from "./failure.ts";
import type { Outcome } from "../outcome.ts";

/** Reason and next step of each result, as merchants may rely on them. */
const ROWS: readonly (readonly [result: string, reason: string, nextStep: string])[] = [
  ["Unknown", "no_reason", "call_bank"],
  ["UnexpectedProviderResponse", "not_processed", "try_later"],
  ["ProviderUnknownError", "not_processed", "try_later"],
  ["ProviderConnectionError", "not_processed", "try_later"],
  ["Timeout", "not_processed", "try_later"],
  ["ProviderTimeout", "not_processed", "try_later"],
  ["GenericRejection", "no_reason", "call_bank"],
  ["DuplicateOperation", "not_processed", "try_later"],
  ["OperationNotAllowed", "not_processed", "try_later"],
  ["NetworkTransactionReferenceRejected", "not_processed", "try_later"],
  ["PayerCanceled", "cancelled", "try_again"],
  ["LimitExceeded", "limit_reached", "call_bank"],
  ["InstrumentNotAllowed", "card_not_allowed", "call_bank"],
  ["InvalidInstrument", "unknown_card", "check_card"],
  ["InsufficientBalance", "insufficient_funds", "use_another_card"],
  ["BlockedInstrument", "card_not_allowed", "call_bank"],
  ["ExpiredInstrument", "expired", "check_card"],
  ["ValidationError", "not_processed", "try_later"],
  ["ParamsError", "not_processed", "try_later"],
  ["ProviderConfigError", "not_processed", "try_later"],
  ["InvalidSignature", "not_processed", "try_later"],
  ["InternalServerError", "not_processed", "try_later"],
  ["AuthenticationError", "not_processed", "try_later"],
  ["PaymentMethodNotSupported", "card_not_allowed", "call_bank"],
  ["PayerAuthenticationRequired", "not_authenticated", "try_again"],
  ["PayerAuthenticationFailed", "not_authenticated", "try_again"],
  // A suspicion of fraud reads like a decline without a reason.
  ["FraudRisk", "no_reason", "call_bank"],
];
/** That the shopper was not charged, which each sentence about a decline says. */
const NOTHING_CHARGED: Readonly<Record<string, RegExp>> = {
  en: /You haven't been charged/,
  ar: /لم يُخصم أي مبلغ/,
  de: /Es wurde nichts abgebucht/,
  es: /No se te ha cobrado nada/,
  fr: /Aucun montant n’a été débité/,
  it: /Non è stato addebitato nulla/,
  pt: /Não lhe foi cobrado nada/,
};

const execution = { id: "e", status: [], links: { self: "s", execution: "s" } };
const declined = (result?: string): Outcome => ({
  type: "failed",
  code: "AUTHORIZATION_ERROR",
  message: result ?? "Authorization failed, please try again.",
  execution,
  ...(result === undefined ? {} : { result }),
});

function declineOf(result: string | undefined, language: Language) {
  const outcome = explain(declined(result), language);
  assert(outcome.type === "failed" && outcome.decline !== undefined);
  return outcome.decline;
}

describe("declines", () => {
  it("there are 27 results, each with one reason, and a next step for each reason", () => {
    assertEquals(ROWS.length, 27);
    assertEquals(Object.values(RESULTS_BY_REASON).flat().toSorted(), ROWS.map(([result]) => result).toSorted());
    assertEquals(Object.keys(NEXT_STEPS).toSorted(), Object.keys(RESULTS_BY_REASON).toSorted());
  });

  for (const code of Object.keys(NOTHING_CHARGED)) {
    it(`${code}: all 27 results have their reason and next step, in words of that language`, async () => {
      const language = new Language(code);
      await language.ready;
      assertEquals(language.pack !== undefined, isLanguage(code));
      const { reasons, nextSteps } = language.pack?.declines ?? DECLINES;
      for (const [result, reason, nextStep] of ROWS) {
        const decline = declineOf(result, language);
        assertEquals([decline.reason, decline.nextStep], [reason, nextStep], result);
        const [why, what] = [Reflect.get(reasons, reason), Reflect.get(nextSteps, nextStep)];
        assertEquals(decline.text, `${why} ${what}`, result);
        assertMatch(decline.text, NOTHING_CHARGED[code] ?? /^$/, result);
        // One sentence why, one that nothing was charged, one about what to do.
        assertEquals(decline.text.split(/\.(?: |$)/).filter(Boolean).length, 3, decline.text);
      }
      assertEquals(new Set(Object.values(reasons)).size, Object.keys(reasons).length);
      assertEquals(new Set(Object.values(nextSteps)).size, Object.keys(nextSteps).length);
    });
  }

  it("a decline without a result, and one that this version does not know, has no reason", () => {
    const english = new Language(undefined);
    for (const result of [undefined, "OfTheFuture", "constructor", ""]) {
      assertEquals(declineOf(result, english).reason, "no_reason", result);
    }
  });

  it("only a decline has one: not a success, not a payment that the merchant or the shopper stopped", () => {
    const english = new Language(undefined);
    const stopped = (code: "VALIDATION_FAILED" | "USER_CANCELLED"): Outcome => ({ type: "failed", code, message: "x" });
    for (
      const outcome of [
        { type: "success", execution } as const,
        { type: "pending", reason: "processing" } as const,
        stopped("VALIDATION_FAILED"),
        stopped("USER_CANCELLED"),
      ]
    ) assertEquals(explain(outcome, english), outcome);
  });
});
