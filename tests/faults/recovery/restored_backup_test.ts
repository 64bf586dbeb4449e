/** A database restored from an older backup: what the acquirer was already asked for is not asked for again. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { onBothEngines } from "../../support/engines.ts";
import { drillRestore } from "./restore_drill.ts";

const MEMBERS = 4;

onBothEngines("an older backup", (place) => {
  it("SECURITY R12: renewals, add-ons, refunds, disputes and an unfinished purchase after it charge and refund no card twice", async () => {
    const { before, after, books, answers: [first, again], differences: [none, lost], disputes, emails } =
      await drillRestore(
        place(),
        MEMBERS,
      );
    assertEquals(again, first, "people are answered as before the restore");
    assert(first.every((answer) => answer === "" || Array.isArray(answer) && answer[0] === 200), JSON.stringify(first));
    // Six first charges, three renewals, an add-on, the purchase of the shopper and that of the lost buyer.
    assertEquals(before.charges, 12);
    assert(before.refundedMinor > 0);
    assertEquals(after, before, "the acquirer moved no more money");
    assertEquals(emails[1], emails[0], "an email that goes out again has the Message-ID that it had");
    const kinds = new Set(emails[0].map((key) => key.split(":")[0]));
    assertEquals([...kinds], ["declined", "receipt", "refund", "renewed", "withdrawn"]);
    const [[warning, chargeback]] = disputes;
    assertEquals([warning?.kind, chargeback?.kind], ["early_warning", "chargeback"]);
    assertEquals(disputes[1], disputes[0], "no dispute got worse");
    assertEquals(none, [], "nothing differs before the restore");
    // The purchase that is not repeated is shown to an operator.
    assertEquals(lost.map(({ between, found }) => [between, found.capturedMinor]), [["ledger", 100]]);
    assertEquals(books, { capturedMinor: after.capturedMinor - 100, refundedMinor: after.refundedMinor });
  });
});
