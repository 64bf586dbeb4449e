/** The words of a timeline's entries. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { ENTRY_KINDS, type TimelineEntry } from "../../../../server/wire/admin/timeline.ts";
import { moment } from "../../format/time.ts";
import { factsOf, KINDS, stateOf, titleOf } from "./entries.ts";

describe("an entry of the timeline", () => {
  /** Each kind with a name that follows the general rule, then those with their own words. */
  const titles: readonly (readonly [TimelineEntry["kind"], string, string])[] = [
    ["consent", "given", "Consent given"],
    ["execution", "cancelled", "Payment cancelled"],
    ["intent", "authorize", "Asked the acquirer to authorize"],
    ["move", "captureRequested", "Capture requested"],
    ["challenge", "other", "Other challenge"],
    ["card", "card_replaced", "Card network: card replaced"],
    ["charge", "retry", "Retry charge"],
    ["refund", "due", "Refund due"],
    ["entitlement", "credits", "Access: credits"],
    ["plan", "taken_back", "Plan: taken back"],
    ["email", "purchase", "Email: purchase"],
    ["webhook", "authorizeSuccessful", "Webhook authorizeSuccessful"],
    ["dispute", "won", "Won"],
    ["act", "refund_charge", "Operator: refund charge"],
    ["account", "opened", "Account opened"],
    ["account", "sign_in", "Signed in"],
    ["charge", "first", "First charge"],
    ["charge", "renewal", "Renewal"],
    ["charge", "addon", "Add-on bought"],
    ["challenge", "3ds", "3-D Secure challenge"],
    ["challenge", "redirect", "Sent to the bank's page"],
    ["execution", "opened", "Payment opened"],
    ["move", "authorizeSuccessful", "Authorized"],
    ["move", "authorizeFailed", "Authorization declined"],
    ["move", "captureSuccessful", "Captured"],
    ["move", "captureFailed", "Capture failed"],
    ["move", "cancelSuccessful", "Authorization voided"],
    ["move", "refundSuccessful", "Refunded"],
    ["move", "refundFailed", "Refund failed"],
  ];
  for (const [kind, name, title] of titles) {
    it(`${kind} ${name} reads "${title}"`, () => assertEquals(titleOf({ kind, name }), title));
  }

  it("is filtered by the name of its kind", () => {
    assertEquals(new Set(titles.map(([kind]) => kind)), new Set(ENTRY_KINDS));
    assertEquals(Object.entries(KINDS).map(([kind, { name }]) => `${kind} ${name}`), [
      "consent Consent",
      "charge Charges",
      "refund Refunds",
      "plan Plan",
      "entitlement Access",
      "email Emails",
      "webhook Webhooks",
      "execution Payment",
      "challenge Challenges",
      "card Card",
      "intent Acquirer",
      "move Money",
      "dispute Disputes",
      "account Account",
      "act Operators",
    ]);
  });

  it("shows its state as a word with a tone, and none when it only informs", () => {
    const shown = (["info", "open", "ok", "failed"] as const).map((state) => stateOf({ state }));
    assertEquals(shown, [
      undefined,
      { tone: "busy", word: "Open" },
      { tone: "good", word: "Done" },
      { tone: "bad", word: "Failed" },
    ]);
  });

  it("lists its facts in the server's order, then the time and the ids that other systems know", () => {
    const at = "2027-01-31T12:00:00.000Z";
    const facts = [{ name: "http_status", value: "500" }, { name: "next_attempt_at", value: at }];
    const entry = { facts, at, subject: { kind: "charge", id: "chg_1" }, execution_id: "exe_1" } as const;
    const listed = factsOf({ ...ENTRY, ...entry, facts });
    assertEquals(listed.map(({ name, value }) => [name, value]), [
      ["Http status", "500"],
      ["Next attempt at", moment(at)],
      ["Time", moment(at)],
      ["Charge", "chg_1"],
      ["Payment", "exe_1"],
    ]);
    assertEquals(factsOf({ ...ENTRY, at }).slice(1), [{ name: "", value: "" }, { name: "Payment", value: "" }]);
  });
});

const ENTRY: TimelineEntry = {
  id: "1",
  at: "2027-01-31T12:00:00.000Z",
  kind: "charge",
  name: "first",
  state: "ok",
  amount: null,
  reason: "",
  subject: null,
  possible: [],
  facts: [],
  to: null,
  execution_id: null,
};
