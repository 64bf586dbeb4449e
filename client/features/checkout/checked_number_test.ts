import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type CheckResult, EMPTY_PHONE_LOOKUP } from "../../../server/wire/members/report.ts";
import { checkedNumber, keepChecked } from "./checked_number.ts";

const RESULT: CheckResult = {
  facts: {
    phone: { ...EMPTY_PHONE_LOOKUP, phoneNumberInternational: "+1 650-253-0000" },
    e164: "+16502530000",
    timeZones: [],
    dataVersions: [],
  },
  score: { value: 0, band: "none", reasons: [] },
  paid: { unknowns: 0, memberReports: 0 },
};

describe("the number that a purchase names", () => {
  it("is the one that was typed last: a result of another number gives neither its text nor its band", () => {
    keepChecked("6502530000", RESULT);
    assertEquals(checkedNumber("6502530000"), { text: "+1\u00a0650\u00a0253\u00a00000", band: "none" });
    assertEquals(checkedNumber(" 909 879 0123 "), { text: "909 879 0123" });
  });
});
