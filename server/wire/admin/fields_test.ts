/** Reasons stay in the audit log forever: none contains an email address, a phone number or a card number. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { actRequestSchema } from "./acts.ts";
import { reasonSchema } from "./fields.ts";

const isTaken = (words: string) => reasonSchema.safeParse(words).success;

describe("the reason of an act", () => {
  it("O-CONSOLE-37: is stored without characters that turn or hide what operators read", () => {
    for (
      const [typed, stored] of [
        ["asked \u202erof dedufer", "asked rof dedufer"],
        ["\u2066goodwill\u2069\u200f\u00ad\ufeff", "goodwill"],
        ["good\u0000will\u0007", "goodwill"],
        [
          "line one\n\tline two \u{1f469}\u200d\u{1f4bb} می\u200cخواهم",
          "line one\n\tline two \u{1f469}\u200d\u{1f4bb} می\u200cخواهم",
        ],
      ] as const
    ) assertEquals(reasonSchema.parse(typed), stored);
    assertEquals(isTaken("ok\u202e\u202c"), false, "two characters are no reason");
    const evidence = {
      act: "answer_dispute",
      dispute_id: "d",
      answer: "contest",
      evidence: "\u202ethey paid",
    } as const;
    const parsed = actRequestSchema.parse(evidence);
    assertEquals(parsed.act === "answer_dispute" && parsed.evidence, "they paid");
  });
  it("O-CONSOLE-12: is refused when it holds an address or a long number, in any spelling", () => {
    const personal = [
      "for ada@mail.example",
      "for ada＠mail.example",
      "for ada﹫mail.example",
      "for ada @ mail.example",
      "for ada%40mail.example",
      "for ada%2540mail.example",
      "for ada (at) mail.example",
      "for ada[AT]mail.example",
      "for ada\u200b@\u200bmail.example",
      "card 4242424242424242",
      "card 4242 4242 4242 4242",
      "card 4242.4242.4242.4242",
      "card 4242—4242—4242—4242",
      "card 4242 – 4242 – 4242 – 4242",
      "card 4242\u00a04242\u202f4242\u20094242",
      "card 4242_4242_4242_4242",
      "card 4242,4242,4242,4242",
      "card 4242·4242·4242·4242",
      "card 4 2 4 2 4 2 4 2 4",
      "card 42\u200b42\u00ad4242\u206042424242",
      "card ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
      "card ۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲",
      "card ４２４２ ４２４２ ４２４２ ４２４２",
      "card ④②④②④②④②④②",
      "called from 650/253/0187",
      "called from (650) 253‑0187",
      "called from +1 (650) / 253-0187",
      "called from tel:+16502530187",
      "receipt TC-4242-424242424242",
      "TC-6502530187",
      "6TC-2026-000135025301",
    ];
    assertEquals(personal.filter(isTaken), []);
  });

  it("O-CONSOLE-12: may name days, sums, percentages, receipts and the last four digits of a card", () => {
    const taken = [
      "the customer asked",
      "charged on 2026-11-23 and on 2026-12-01",
      "refund of $1,250.00 of $19,999.00",
      "card ending in 4242, 40% off",
      "the customer waited at 10:15 (at least an hour)",
      "Заплатил дважды 23.11.2026",
      "twice for TC-2026-000013, see also TC-2026-000014 and TC-2025-999999.",
      "abc",
    ];
    assertEquals(taken.filter((words) => !isTaken(words)), []);
    assertEquals(["", "  a ", "x".repeat(501)].filter(isTaken), []);
  });
});
