/** Log lines hold no secrets, and each event is one line. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createLog, redact } from "./log.ts";

describe("the log", () => {
  const secrets: readonly (readonly [string, string])[] = [
    ["mail to anna.b+x@mail.example failed", "mail to [email] failed"],
    [
      "/api/send-activation-by-email/trustcheck/anna%40mail.example",
      "/api/send-activation-by-email/trustcheck/[email]",
    ],
    ["token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "token [token]"],
    ["short eyJabc.eyJdef.sig", "short [token]"],
    ["at hono@4.13.19/x.js, a@b and a%2540b.example", "at hono@4.13.19/x.js, [email] and [email]"],
    ["card 4242 4242 4242 4242 refused", "card [digits] refused"],
    ["card 378282246310005", "card [digits]"],
    ["hex 34323432343234323432343234323432", "hex [digits]"],
    ["base64 NDI0MjQyNDI0MjQyNDI0Mg==", "base64 [digits]=="],
    ["in a longer one eHg0MjQyNDI0MjQyNDI0MjQyeHg", "in a longer one [digits]"],
    [
      "NDEtMTEtMTEtMTEtMTEtMTEtMTE, LTQxLTExLTExLTExLTExLTExLTE, IDQxIDExIDExIDExIDExIDExIDE",
      "[digits], [digits], [digits]",
    ],
    ['{"securityCode":"123","x":1}', '{[code],"x":1}'],
    ['"{\\"cvc\\": \\"1234\\"}"', '"{[code]}"'],
    ["?cvv=987&a=1", "?[code]&a=1"],
    ["order 12345", "order 12345"],
    ["/services/report/check", "/services/report/check"],
    ["token eyJhbG.eyJzdWI.sig", "token [token]"],
    ["write to ann@mail.example", "write to [email]"],
    ["cannot parse +16502530177: too short", "cannot parse [number]: too short"],
    ["+44 (0)20 7946-0000, %2B16502530177 and 00", "[number], [number] and 00"],
    ["(650) 253-0177 or 650-253-0177 or 650.253.0177", "[number] or [number] or [number]"],
    ["GET /webapp/report/6502530177?n=16502530177.", "GET /webapp/report/[number]?n=[number]."],
    ["at 2026-11-23T03:40:51.123+01:00 in 1234567 ms", "at 2026-11-23T03:40:51.123+01:00 in 1234567 ms"],
    [
      "from 192.168.100.200:65535 by sub-6502530177-x and v6502530177",
      "from 192.168.100.200:65535 by sub-6502530177-x and v6502530177",
    ],
    ["card 4000.0025.0000.3155.", "card [digits]."],
    ["3782.822463.10005 or 3056.930902.5904", "[digits] or [digits]"],
    ["4242\u20114242\u20134242\u20144242, 4242\u22124242\u22124242\u22124242", "[digits], [digits]"],
    ["4242 \u2013 4242 \u2013 4242 \u2013 4242, 4242\u00a04242\u202f4242\u20094242", "[digits], [digits]"],
    ["4242_4242_4242_4242 4242/4242/4242/4242", "[digits]"],
    ["４２４２ ４２４２ ４２４２ ４２４２ or ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "[digits] or [digits]"],
    ["42\u200b42\u00ad4242\u206042424242", "[digits]"],
    ["?c=4242%204242%204242%204242&n=650%20253%200187", "?c=[digits]&n=[digits]"],
    ["+1 650 253 0187 3782 822463 10005", "[number]"],
    ["12345 4242 4242 4242 4242", "[digits]"],
    ["(650) 253-0187 5555 5555 5555 4444", "(650) [digits]"],
    ["4242 4242 4242 4242 5555 5555 5555 4444 3782 822463 10005", "[digits]"],
    ["ann@mail.example,+44 20 7946 0000", "[email]"],
    ["ann@mail.example3782 822463 10005 failed", "[email] failed"],
    ["3782 822463 10005ann@mail.example failed", "[email] failed"],
    ["ann＠mail.example or ann\u200b@mail.example", "[email] or [email]"],
    ["020 7946 0000, 06 12 34 56 78, 06.12.34.56.78", "[number], [number], [number]"],
    ["650 253\u20110187 or 650/253/0187", "[number] or [number]"],
    ["at 2026-11-23 03:40:51.123 from 10.10.100.200", "at 2026-11-23 03:40:51.123 from 10.10.100.200"],
    ["attempt 3 of 12 after 1000 ms, 2 rows", "attempt 3 of 12 after 1000 ms, 2 rows"],
    ["hash 12345678.90123456.78901234.56789012", "hash 12345678.90123456.78901234.56789012"],
    ["12345678.90123456.78901234.1a2b3c4d", "12345678.90123456.78901234.1a2b3c4d"],
    ["id 6b1f0f0c-6b1f-4f0c-8b1f-0f0c6b1f0f0c", "id 6b1f0f0c-6b1f-4f0c-8b1f-0f0c6b1f0f0c"],
    ["server/embedded/payments/acquirer/simulator.ts", "server/embedded/payments/acquirer/simulator.ts"],
    [
      "GET /executions/01a230d3-7c1e-7f00-9abc-100000000001/moves, 12345678-9012-4abc-8def-0123456789ab.",
      "GET /executions/01a230d3-7c1e-7f00-9abc-100000000001/moves, 12345678-9012-4abc-8def-0123456789ab.",
    ],
    // Cards in the groups of a UUID, or continued before or behind one.
    ["01a230d3-7c1e-4f00-8004-222222222222", "01a230d3-7c1e-4f00-[digits]"],
    ["01a230d3-7c1e-4f00-8371-449635398431", "01a230d3-7c1e-4f00-[digits]"],
    ["42424242-4242-4242-8abc-abcdefabcdef", "[digits]-8abc-abcdefabcdef"],
    ["00000000-0000-4000-8371-449635398431", "[digits]"],
    // One by chance within a UUID, which neither begins nor ends with it.
    ["94000000-0000-4000-8abc-abcdefabcdef", "94000000-0000-4000-8abc-abcdefabcdef"],
    ["4242 4242 42424242-abcd-4abc-8abc-abcdefabcdef", "[digits]-abcd-4abc-8abc-abcdefabcdef"],
    ["01a230d3-7c1e-4f00-8abc-424242424242 4242", "01a230d3-7c1e-4f00-8abc-[digits]"],
  ];
  for (const [text, kept] of secrets) it(`writes ${JSON.stringify(kept)}`, () => assertEquals(redact(text), kept));

  it("keeps UUIDs: of 20,000 hardly one looks as if it were made from a card number", () => {
    const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID());
    const masked = ids.filter((id) => redact(`executions/${id}`) !== `executions/${id}`);
    // Eight are to be expected.
    assert(masked.length < 25, masked.join());
  });

  it("E11: redacts nested values", () => {
    const lines: string[] = [];
    createLog((line) => lines.push(line)).warn("odd", { call: { means: [{ number: "4242 4242 4242 4242" }] } });
    assertEquals(JSON.parse(lines[0] ?? "").call, { means: [{ number: "[digits]" }] });
  });

  it("E11: redacts a card number that is a number, and keeps times and amounts", () => {
    const lines: string[] = [];
    const [card, atMs] = [4242424242424242, 1_795_478_400_123];
    createLog((line) => lines.push(line)).info("seen", { card, atMs, nested: { card, cards: [BigInt(card)], atMs } });
    const { card: shown, atMs: time, nested } = JSON.parse(lines[0] ?? "");
    assertEquals([shown, time, nested], ["[digits]", atMs, { card: "[digits]", cards: ["[digits]"], atMs }]);
  });
  it("E11: redacts every kind of value on every level: texts, errors, lists, short secrets and long texts", () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const secrets = [
      "ann@mail.example",
      "a@b.example",
      "4242424242424242",
      "eyJh.eyJz.sig",
      '"cvc":"123"',
      "+16502530177",
    ];
    for (const write of [log.info, log.warn, log.error]) {
      for (const secret of secrets) {
        const error = new TypeError(`cannot read ${secret}`);
        assert(error.stack?.includes(secret));
        const padding = `${"x ".repeat(8_190)}`;
        write("odd", {
          error,
          text: secret,
          nested: { secret, list: [secret, [secret], { deep: { secret } }] },
          atTheEnd: `${padding}${secret}`,
          afterTheEnd: `${padding}${"x ".repeat(100)}${secret}`,
        });
      }
    }
    assertEquals(lines.length, 3 * secrets.length);
    for (const printed of lines) {
      const line = JSON.stringify({ ...JSON.parse(printed), time: "" });
      for (const secret of [...secrets, "ann@", "mail.example", "424242", "eyJh", "123", "650253"]) {
        assert(
          !line.includes(secret) && !line.includes(JSON.stringify(secret).slice(1, -1)),
          `${secret}: ${line.slice(0, 300)}`,
        );
      }
    }
  });

  it("E11: shows no part of a secret that the end of a long text splits", () => {
    const pieces = [
      ["4242424242424242", /4242/],
      ["4242 4242 4242 4242", /4242/],
      ["4242 - 4242 - 4242 - 4242", /4242/],
      ["+44 20 7946 0000", /44|79/],
      ["anna.berger@mail.example", /anna/],
      ["eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", /eyJh/],
      ["NDI0MjQyNDI0MjQyNDI0Mg", /NDI0/],
    ] as const;
    for (const [secret, part] of pieces) {
      for (let at = 1; at < secret.length; at++) {
        const text = `${"word ".repeat(3_300).slice(0, 16_384 - at)} `.slice(-16_384 + at) + secret + " and more";
        const written = redact(text);
        assert(!part.test(written), `${secret} at ${at}: ${written.slice(-60)}`);
        assert(written.length > 15_900 && written.endsWith(" [cut]"), written.slice(-60));
      }
    }
  });

  it("E11: truncates a long text before it looks for secrets in it", () => {
    const { length } = redact("x ".repeat(500_000));
    assert(length < 20_000, String(length));
  });

  it("E11: names what caused an error, redacted and bounded", () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const causesOf = (error: Error) => {
      log.error("job.failed", { error });
      return JSON.parse(lines.at(-1) ?? "").error.causes;
    };
    const deadlock = Object.assign(new Error("deadlock of ann@mail.example"), { name: "PostgresError" });
    const down = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    assertEquals(causesOf(new Error("Not deleted: emails", { cause: new Error("x", { cause: deadlock }) })), [
      "Error: x",
      "PostgresError: deadlock of [email]",
    ]);
    assertEquals(causesOf(new Error("x", { cause: down })), ["AggregateError: ECONNREFUSED"]);
    assertEquals(causesOf(new Error("x", { cause: "a text" })), undefined);
    const sent = new Error("error sending request for url (https://user:pass@hook.example/s/secret?key=1): refused");
    assertEquals(causesOf(new Error("x", { cause: sent })), [
      "Error: error sending request for url (https://hook.example): refused",
    ]);
    const circle = new Error("outer");
    circle.cause = new Error("inner", { cause: circle });
    assertEquals(causesOf(circle), ["Error: inner"]);
    let deep = new Error("0".repeat(9));
    for (let level = 0; level < 100; level++) deep = new Error("word ".repeat(10_000), { cause: deep });
    const causes = causesOf(deep);
    assertEquals([causes.length, causes.join("").length < 6_000], [5, true]);
  });

  it("E11: writes one line per event, even when a value holds line breaks", () => {
    const lines: string[] = [];
    createLog((line) => lines.push(line)).warn("odd", { value: "a\r\nFAKE", cause: new Error("x\ny") });
    assertEquals(lines.length, 1);
    assertEquals(lines[0]?.includes("\n"), false);
    assertEquals(JSON.parse(lines[0] ?? "").event, "odd");
  });
});
