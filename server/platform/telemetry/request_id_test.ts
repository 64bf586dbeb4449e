/** Which request ids and traces of other systems the server accepts. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { parseTraceParent, requestIdOf, writeTraceParent } from "./request_id.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

describe("the id of a request", () => {
  it("O-DEPLOY-03: is that of a trusted proxy, where it is a UUID", () => {
    for (const id of ["3f2c8a1e-9b7d-4c55-8e21-aa01bc23de45", "3f2c8a1e9b7d4c558e21aa01bc23de45"]) {
      assertEquals(requestIdOf(id, true), id);
      assertNotEquals(requestIdOf(id, false), id);
    }
  });

  it("O-DEPLOY-03: is a new one for all other text, and for a UUID that could be a card or a number", () => {
    const refused = [
      "short",
      "01J9Z3M8Q4",
      "abcdefgh",
      "ORDER-2026-11-28",
      "a".repeat(64),
      "3f2c8a1e-9b7d4c55-8e21-aa01bc23de45",
      "3f2c8a1e-9b7d-4c55-8e21-aa01bc23de45 ",
      "42424242-4242-4242-aaaa-aaaaaaaaaaaa",
      "42424242424242420000000000000000",
      "a@mail.example",
      "4242424242424242",
      "16502530187",
    ];
    for (const id of [...refused, `eyJhbGciOi.x`, null]) {
      assertMatch(requestIdOf(id, true), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
  });
});

describe("a traceparent", () => {
  it("is read and written as W3C Trace Context says", () => {
    for (const isSampled of [true, false]) {
      const parent = { traceId: TRACE, spanId: SPAN, isSampled };
      assertEquals(parseTraceParent(writeTraceParent(parent)), parent);
    }
    assertEquals(parseTraceParent(`01-${TRACE}-${SPAN}-01-more`)?.traceId, TRACE);
  });

  it("of the wrong form, of zeros, or of version ff is none", () => {
    const zeros = [`00-${"0".repeat(32)}-${SPAN}-01`, `00-${TRACE}-${"0".repeat(16)}-01`];
    for (const text of [null, "", TRACE, `ff-${TRACE}-${SPAN}-01`, `00-${TRACE.toUpperCase()}-${SPAN}-01`, ...zeros]) {
      assertEquals(parseTraceParent(text), undefined);
    }
  });
});
