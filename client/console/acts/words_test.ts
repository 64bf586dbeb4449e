/** Sentences of acts, and amounts as they are typed. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { ACTS, type Effect } from "../../../server/wire/admin/acts.ts";
import { PURCHASE } from "../testing/samples/customer.ts";
import { usd } from "../testing/samples/session.ts";
import { parseAmount, typedAmount } from "./intent.ts";
import { ACT_WORDS, effectLine, instrumentText, warningText } from "./words.ts";

const { instrument, email } = PURCHASE;
const EFFECTS: readonly (readonly [Effect, string])[] = [
  [{ kind: "money", move: "refund", amount: usd(500), instrument }, "$5.00 goes back to Visa •••• 4242."],
  [{ kind: "money", move: "charge", amount: usd(1999), instrument }, "$19.99 is charged to Visa •••• 4242."],
  [
    { kind: "state", subject: { kind: "purchase", id: "s" }, field: "status", from: "active", to: "past_due" },
    "Status changes from active to past due.",
  ],
  [
    {
      kind: "state",
      subject: { kind: "purchase", id: "s" },
      field: "next_charge_at",
      from: "2026-11-24T10:00:00.000Z",
      to: "",
    },
    "Next charge changes from Nov 24, 2026 to none.",
  ],
  [
    {
      kind: "state",
      subject: { kind: "purchase", id: "s" },
      field: "next_charge_at",
      from: "2026-12-03",
      to: "2027-01-03",
    },
    "Next charge changes from Dec 3, 2026 to Jan 3, 2027.",
  ],
  [
    { kind: "state", subject: { kind: "purchase", id: "s" }, field: "other_field", from: "a", to: "b" },
    "Other field changes from a to b.",
  ],
  [
    { kind: "email", email_kind: "plan_cancelled", to: email, language: "en" },
    'An email "Plan cancelled" goes to a•••@mail.example.',
  ],
  [
    { kind: "webhook", event: "captureSuccessful", origin: "https://x.example" },
    'A webhook "captureSuccessful" goes to https://x.example.',
  ],
  [{ kind: "data", change: "erased", what: "reports", count: 12 }, "Reports: 12 erased."],
  [{ kind: "data", change: "anonymized", what: "purchases", count: 1 }, "Purchases: 1 kept without a name."],
  [
    { kind: "data", change: "kept_until_end", what: "evidence_of_open_disputes", count: 1 },
    "Evidence of open disputes: 1 kept until the dispute ends, then erased.",
  ],
  [{ kind: "data", change: "exported", what: "accounts", count: 1 }, "Accounts: 1 copied into the file."],
];

describe("words of acts", () => {
  it("say every effect in a sentence", () => {
    assertEquals(EFFECTS.map(([effect]) => effectLine(effect).text), EFFECTS.map(([, text]) => text));
  });

  it("a pause and its end are said as they are while the paid time lasts", () => {
    assertEquals([ACT_WORDS.pause.done, ACT_WORDS.resume.done], [
      "The plan pauses when the paid period ends.",
      "The plan continues.",
    ]);
    const paused = { kind: "state", subject: { kind: "purchase", id: "s" }, field: "paused_until" } as const;
    assertEquals(
      effectLine({ ...paused, from: "", to: "2027-03-03" }).text,
      "Paused until changes from none to Mar 3, 2027.",
    );
  });

  it("every act has its own words", () => {
    const titles = ACTS.map((act) => ACT_WORDS[act].title);
    assertEquals(new Set(titles).size, ACTS.length);
    assertEquals(ACTS.filter((act) => ACT_WORDS[act].isDanger), ["cancel", "erase"]);
  });

  it("a warning without a text shows its code", () => {
    assertEquals([warningText("not_reversible"), warningText("new_thing"), warningText("constructor")], [
      "This can't be undone.",
      "New thing.",
      "Constructor.",
    ]);
  });

  it("a payment method is named by what is known of it", () => {
    const text = (method: string, network: string, last_four: string) => instrumentText({ method, network, last_four });
    assertEquals([text("card", "", "4242"), text("paypal", "", ""), text("", "", "")], [
      "Card •••• 4242",
      "Paypal",
      "the same payment method",
    ]);
  });
});

describe("a typed amount", () => {
  it("is in minor units of the currency, from the smallest to what is left", () => {
    const left = usd(1499);
    const cases: readonly (readonly [string, number | undefined])[] = [
      ["14.99", 1499],
      [" 5 ", 500],
      ["5,5", 550],
      ["0.01", 1],
      ["15", undefined],
      ["14.995", undefined],
      ["0", undefined],
      ["-1", undefined],
      ["1e2", undefined],
      ["", undefined],
      ["$5", undefined],
    ];
    assertEquals(cases.map(([text]) => parseAmount(text, left)), cases.map(([, minor]) => minor));
    assertEquals(parseAmount("500", { minor: 500, currency: "JPY" }), 500);
    assertEquals(parseAmount("5.0", { minor: 500, currency: "JPY" }), undefined);
    assertEquals(parseAmount("1.234", { minor: 2000, currency: "KWD" }), 1234);
    assertEquals([typedAmount(usd(5)), typedAmount({ minor: 500, currency: "JPY" })], ["0.05", "500"]);
  });
});
