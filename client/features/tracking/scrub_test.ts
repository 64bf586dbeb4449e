import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { cpuTimeMs } from "../../../tests/support/cpu_time.ts";
import { ROUTES, WEBAPP_ROUTES } from "../../lib/browser/paths.ts";
import { scrubEnvelope } from "./error_report_options.ts";
import { createScrubber, GONE, MAX_TEXT_CHARS } from "./scrub.ts";

const ORIGIN = "https://check.example";
const AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36";
const scrubber = createScrubber({ origin: ORIGIN, base: "/trustcheck", keep: ["TrustCheck@5.25.3", AGENT] });
const text = (from: string) => scrubber.text(from);

describe("SECURITY B7: what is scrubbed from error reports", () => {
  const personal = [
    "ana.b+x@mail.example",
    "ana%40mail.example",
    "ana%2540mail.example",
    "eyJhbGciOi.eyJzdWIi.c2ln",
    "sub_9f8e7d6c5b4a",
    "6b1f0f0c-77aa-4f0c-8b1f-c0ffee6b1f0f",
    "+1 650 253 0000",
    "(650) 253-0000",
    "650.253.0000",
    "16502530000",
    "4242424242424242",
    "4242 4242 4242 4242",
    "4000.0025.0000.3155",
    "4242\u20134242\u20134242\u20134242",
    "4242\u00a04242\u202f4242\u00a04242",
    "４２４２４２４２４２４２４２４２",
    "4242\u200b4242\u200b4242\u200b4242",
    "ana＠mail.example",
    "josé@mail.example",
    "ana@österreich.example",
    "用户@例子.example",
    encodeURIComponent("josé@mail.example"),
    encodeURIComponent(encodeURIComponent("lolà@mail.example")),
    "٦٥٠٢٥٣٠٠٠٠",
    "४२४२ ४२४२ ४२४२ ४२४२",
    encodeURIComponent("٦٥٠٢٥٣٠٠٠٠"),
    "+44 20 7946 0000 3782 822463 10005",
    "34323432343234323432343234323432",
    "616e61406d61696c2e6578616d706c65",
    ...["ana@mail.example", "+16502530000", "4242424242424242", "eyJhbGciOi.eyJz.c2ln"].flatMap((word) =>
      [0, 1, 2].map((shift) => btoa("x".repeat(shift) + word))
    ),
  ];
  for (const word of personal) {
    it(`removes ${word} from any text`, () => {
      for (const around of [["a ", " b"], ['"', '"'], ["(", ")"], ["[x=", "]"], ["key=", "; c"], ["?t=", "&x=1"]]) {
        const [before = "", after = ""] = around;
        const left = text(before + word + after);
        assert(![word, word.normalize("NFKC").replace(/\p{Cf}/gu, "")].some((each) => left.includes(each)), left);
      }
    });
  }

  it("keeps words that are not personal", () => {
    for (
      const harmless of [
        "Cannot read properties of undefined (reading 'map')",
        "TrustCheck@5.25.3",
        AGENT,
        "GET /services/report/check",
        "button.button--primary > span",
        `${ORIGIN}/trustcheck/assets/chunk.UJRGFTME.js:12:3400`,
        "order 12345 took 250.5 ms",
      ]
    ) assertEquals(text(harmless), harmless);
  });

  it("keeps the address of every route, and removes any other segment or query", () => {
    const children = Object.values(WEBAPP_ROUTES).map((child) => `${ROUTES.webapp}/${child}`);
    for (const route of [...Object.values(ROUTES), ...children]) {
      assertEquals(text(`${ORIGIN}/trustcheck${route}?q=3#x`), `${ORIGIN}/trustcheck${route}?${GONE}`);
    }
    assertEquals(text("/api/cancel-subscription/abcdefgh"), `/api/cancel-subscription/${GONE}`);
    assertEquals(text("/trustcheck/ana/lee"), `/trustcheck/${GONE}/${GONE}`);
    assertEquals(text("https://news.example/ana/lee?x"), `https://news.example/?${GONE}`);
    assertEquals(text("https://ana:secret@mail.example/"), GONE);
  });

  it("removes a phone number that is another site's host, a negative number, or behind a hash", () => {
    assertEquals(text("https://16502530000.tel.example/call"), GONE);
    assertEquals(scrubber.value({ a: -16502530000, b: [-4242424242424242] }), { a: 0, b: [0] });
    assertEquals(text("see x#ana of https://news.example/#ana"), `see x#${GONE} of https://news.example/#${GONE}`);
  });

  it("W-ROUTE-01: keeps the site's base path", () => {
    const other = createScrubber({ origin: ORIGIN, base: "/number/check" });
    assertEquals(other.text(`${ORIGIN}/number/check/offers`), `${ORIGIN}/number/check/offers`);
    assertEquals(text(`${ORIGIN}/number/check/offers`), `${ORIGIN}/${GONE}/check/offers`);
  });

  it("keeps no part of a word that the end of a long text splits", () => {
    for (
      const word of ["ana.berger@mail.example", "sub_9f8e7d6c5b4a", "eyJhbGciOi.eyJzdWIi.c2ln", "4242424242424242"]
    ) {
      for (let at = 1; at < word.length; at++) {
        const left = text(`${"word ".repeat(900).slice(0, MAX_TEXT_CHARS - at - 1)} ${word} and more`);
        assert(left.length > MAX_TEXT_CHARS - 400 && /^[word ]+$/.test(left), left.slice(-60));
      }
    }
  });

  it("removes attributes from selectors", () => {
    assertEquals(text('main > button[aria-label="Stop watching for Ana Lee"][type="button"]'), "main > button");
  });

  it("scrubs nested values, and keeps the ids that connect reports", () => {
    const trace = "771a43a4192642f0b136d5159a501700";
    const value = {
      trace_id: trace,
      sid: trace,
      other: trace,
      timestamp: Date.now() / 1_000,
      phone: 16502530000,
      attributes: { "sentry.segment.id": { value: "a1b2c3d4e5f60718" }, url: { value: "/x?email=ana@mail.example" } },
      "ana@mail.example": true,
    };
    assertEquals(scrubber.value<unknown>(value), {
      trace_id: trace,
      sid: trace,
      other: GONE,
      timestamp: value.timestamp,
      phone: 0,
      attributes: { "sentry.segment.id": { value: "a1b2c3d4e5f60718" }, url: { value: `/${GONE}?${GONE}` } },
      [GONE]: true,
    });
    let deep: unknown = "ana@mail.example";
    for (let depth = 0; depth < 40; depth++) deep = { deep };
    assert(!JSON.stringify(scrubber.value(deep)).includes("ana@"));
  });

  it("SECURITY X3: a hostile text of a megabyte takes no longer than its first characters", () => {
    const hostile = [
      "a%40",
      "a@",
      "a@.",
      "1 ",
      "1 - ",
      "[a=",
      "%25",
      "eyJ",
      "=",
      "a=",
      "/",
      "://",
      "a_1",
      "?",
      "((",
      "A1+/",
    ];
    for (const part of hostile) {
      const whole = part.repeat(Math.ceil(1_000_000 / part.length)) + "@";
      const startedMs = cpuTimeMs();
      const left = scrubber.value({ message: whole, list: [whole, { whole }] });
      const tookMs = cpuTimeMs() - startedMs;
      assert(tookMs < 250, `${part}: ${tookMs} ms`);
      assert(left.message.length <= MAX_TEXT_CHARS * GONE.length, part);
    }
  });

  it("handles a wide and circular value", () => {
    const ring: Record<string, unknown> = {};
    for (let at = 0; at < 50; at++) ring[`k${"abcdefghij"[at % 10]}${"abcdefghij"[Math.floor(at / 10)]}`] = ring;
    const startedMs = cpuTimeMs();
    scrubber.value(ring);
    assert(cpuTimeMs() - startedMs < 2_000);
  });
});

describe("SECURITY X11: the filter that all reports pass", () => {
  it("scrubs every kind of item, and drops files", () => {
    const envelope = [
      { event_id: "1", trace: { transaction: "/trustcheck/ana@mail.example", sample_rand: "0.1234567" } },
      [
        [{ type: "event" }, { message: "for ana@mail.example" }],
        [{ type: "span" }, { items: [{ name: "GET /x?email=ana@mail.example" }] }],
        [{ type: "a later kind" }, { text: "ana@mail.example" }],
        [{ type: "attachment" }, new TextEncoder().encode("ana@mail.example")],
        [{ type: "attachment" }, "ana@mail.example"],
      ],
    ] as const;
    const [head, items] = scrubEnvelope(envelope, scrubber);
    assertEquals(head, { event_id: "1", trace: { transaction: `/trustcheck/${GONE}`, sample_rand: "0.1234567" } });
    assertEquals(items.length, 3);
    assert(!JSON.stringify(items).includes("ana"));
  });
});
