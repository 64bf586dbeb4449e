/** Decline words: the checkout SDK, the answers of the service and its emails distinguish the same reasons. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertNotEquals } from "@std/assert";
import { refusal } from "../../server/wire/site/refusal.ts";
import { DECLINE_RESULTS } from "../../server/embedded/payments/acquirer/decline_results.ts";
import { declineCode, declineReason } from "../../server/embedded/subscriptions/context/decline_texts.ts";
import { emailWords } from "../../server/embedded/subscriptions/emails/words.ts";
import { declineReasonOf, RESULTS_BY_REASON } from "../../sdk/wire/declines.ts";
import { loadParts } from "../support/small_page/sdk_buttons.ts";

interface Failures {
  readonly DECLINES: { readonly reasons: Readonly<Record<string, string>> };
}

const { t } = emailWords("en");
const { DECLINES: { reasons } } = await loadParts<Failures>(["payment/after_authorize/decline_texts"]);
const TABLES: Readonly<Record<string, (result: string) => string | undefined>> = {
  "the checkout SDK": (result) => reasons[declineReasonOf(result) ?? ""],
  "the service's answers": (result) => refusal(declineCode(result)).error,
  "emails": (result) => declineReason(t, result),
};

/** The results by the words they get, in the order of the results. */
function groupedBy(wordsOf: (result: string) => string | undefined): readonly (readonly string[])[] {
  return [...Map.groupBy(DECLINE_RESULTS, wordsOf).values()];
}

describe("decline reasons", () => {
  it("all 27 results have a reason, and every reason has a result", () => {
    assertEquals(DECLINE_RESULTS.length, 27);
    assertEquals(DECLINE_RESULTS.filter((result) => declineReasonOf(result) === undefined), []);
    assertEquals(Object.values(RESULTS_BY_REASON).flat().toSorted(), DECLINE_RESULTS.toSorted());
    assertEquals(
      new Set<string | undefined>(DECLINE_RESULTS.map(declineReasonOf)),
      new Set(Object.keys(RESULTS_BY_REASON)),
    );
  });

  for (const [name, wordsOf] of Object.entries(TABLES)) {
    it(`${name}: the same words for the results of a reason, other words for each reason`, () => {
      assertEquals(DECLINE_RESULTS.filter((result) => (wordsOf(result) ?? "") === ""), []);
      assertEquals(groupedBy(wordsOf), groupedBy(declineReasonOf));
    });
  }

  it("an expired card, a limit and a failure of the provider read differently everywhere", () => {
    for (const wordsOf of Object.values(TABLES)) {
      assertNotEquals(wordsOf("ExpiredInstrument"), wordsOf("LimitExceeded"));
      assertNotEquals(wordsOf("LimitExceeded"), wordsOf("ProviderTimeout"));
      assertEquals(wordsOf("ProviderTimeout"), wordsOf("ProviderUnknownError"));
    }
  });
});
