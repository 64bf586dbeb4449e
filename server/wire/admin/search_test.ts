/** A whole card number in a search box is recognized however it was copied; what operators look up is not. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { cpuTimeMs } from "../../../tests/support/cpu_time.ts";
import { cardNumberIn } from "./search.ts";

const CARD = "4242424242424242";

describe("a card number in a search", () => {
  it("O-CONSOLE-42: is recognized in every spelling", () => {
    const spellings = [
      CARD,
      "4242 4242 4242 4242",
      "4242-4242-4242-4242",
      "4242\u20134242\u20134242\u20134242",
      "4242\u22124242\u22124242\u22124242",
      `"${CARD}"`,
      `\u201e${CARD}\u201c`,
      `(${CARD})`,
      `${CARD},`,
      "4242  4242  4242  4242",
      "4242 - 4242 - 4242 - 4242",
      "4242/4242/4242/4242",
      "4242\n4242\t4242\u00a04242",
      "4242\u200b4242\u200b4242\u200b4242",
      `${CARD} 12/30`,
      "4242 4242 4242 4242 12/30 123",
      `12/30 ${CARD}`,
      `Visa ${CARD}`,
      `Visa: "${CARD}"`,
      `Visa-${CARD}`,
      `TC-2026-000123, ${CARD}`,
      "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
      `+${CARD}`,
    ];
    for (const text of spellings) assertEquals(cardNumberIn(text), CARD, text);
    const others = [["4242 4242 4242 4241", 16], ["378282246310005", 15], ["3056 930902 5904", 14], [
      "4222222222222",
      13,
    ]];
    for (const [text, length] of others) assertEquals(cardNumberIn(String(text))?.length, length);
  });

  it("O-CONSOLE-42: is neither a phone number, nor a receipt, nor an id", () => {
    const values = [
      "+49 1511 234 5678",
      "+49 4222222222222",
      "+ 378282246310005",
      "+(37)8282246310005",
      "+4915112345678, +4930123456",
      "0049 1511 2345678",
      "(650) 253-0000",
      "4242",
      "Visa •••• 4242",
      "TC-2026-000123",
      "TC-2026-000123-R, 2026-11-22 12:30:45",
      "TC 2026 4242424242424242",
      "123e4567-e89b-12d3-a456-426614174000",
      "42424242-4242-4242-4242-424242424242",
      "sub_42424242424242424242424242424242",
      "order-2026112212345678",
      "20261122123456789012",
      "ada@mail.example",
      "",
    ];
    for (const text of values) assertEquals(cardNumberIn(text), undefined, text);
  });

  it("O-CONSOLE-42: is looked for in a long text without delay", () => {
    const startedMs = cpuTimeMs();
    for (const part of ["1", "1 ", "92-", "a1", "+1", "-"]) assertEquals(cardNumberIn(part.repeat(20_000)), undefined);
    assertEquals(cpuTimeMs() - startedMs < 2_000, true);
  });
});
