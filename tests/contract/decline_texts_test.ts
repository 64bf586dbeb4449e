/** Decline words: the checkout, the answers of the service and its emails put the provider's results in the same groups. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertNotEquals } from "@std/assert";
import { declineText as checkoutText } from "../../client/features/checkout/purchase/decline_texts.ts";
import { refusal } from "../../server/wire/site/refusal.ts";
import { DECLINE_RESULTS } from "../../server/embedded/payments/acquirer/decline_results.ts";
import { declineCode, declineReason } from "../../server/embedded/subscriptions/context/decline_texts.ts";
import { emailWords } from "../../server/embedded/subscriptions/emails/words.ts";
import { declineGroupOf, RESULTS_BY_GROUP } from "../../server/wire/billing/decline_groups.ts";

const { t } = emailWords("en");
const TABLES: Readonly<Record<string, (result: string) => string | undefined>> = {
  "the checkout": checkoutText,
  "the service's answers": (result) => refusal(declineCode(result)).error,
  "emails": (result) => declineReason(t, result),
};

/** The results by the words they get, in the order of the results. */
function groupedBy(wordsOf: (result: string) => string | undefined): readonly (readonly string[])[] {
  return [...Map.groupBy(DECLINE_RESULTS, wordsOf).values()];
}

describe("decline reasons", () => {
  it("all 27 results have a group, and every group has a result", () => {
    assertEquals(DECLINE_RESULTS.length, 27);
    assertEquals(DECLINE_RESULTS.filter((result) => declineGroupOf(result) === undefined), []);
    assertEquals(Object.values(RESULTS_BY_GROUP).flat().toSorted(), DECLINE_RESULTS.toSorted());
    assertEquals(
      new Set<string | undefined>(DECLINE_RESULTS.map(declineGroupOf)),
      new Set(Object.keys(RESULTS_BY_GROUP)),
    );
  });

  for (const [name, wordsOf] of Object.entries(TABLES)) {
    it(`${name}: the same words for the results of a group, other words for each group`, () => {
      assertEquals(DECLINE_RESULTS.filter((result) => (wordsOf(result) ?? "") === ""), []);
      assertEquals(groupedBy(wordsOf), groupedBy(declineGroupOf));
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
