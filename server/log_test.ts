/** What is written down holds no secrets and one line each. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createLog, redact } from "./log.ts";

describe("the log", () => {
  const secrets: readonly (readonly [string, string])[] = [
    ["mail to anna.b+x@mail.example failed", "mail to [email] failed"],
    [
      "/api/send-activation-by-email/trustcheck/anna%40mail.example",
      "/api/send-activation-by-email/trustcheck/[email]",
    ],
    ["token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "token [token]"],
    ["card 4242 4242 4242 4242 refused", "card [digits] refused"],
    ["card 378282246310005", "card [digits]"],
    ["order 12345", "order 12345"],
  ];
  for (const [text, kept] of secrets) it(`writes ${JSON.stringify(kept)}`, () => assertEquals(redact(text), kept));

  it("writes one line per event, also when a value holds line breaks", () => {
    const lines: string[] = [];
    createLog((line) => lines.push(line)).warn("odd", { value: "a\r\nFAKE", cause: new Error("x\ny") });
    assertEquals(lines.length, 1);
    assertEquals(lines[0]?.includes("\n"), false);
    assertEquals(JSON.parse(lines[0] ?? "").event, "odd");
  });
});
