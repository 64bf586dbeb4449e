/** Limits of bodies: enough for every call, large orders on the payments wire, no deeply nested JSON (SECURITY E2). */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { HTTPException } from "hono/http-exception";
import { readPaymentsJson } from "../../embedded/payments/context/bodies.ts";
import { MAX_PAYMENTS_JSON_KEYS } from "../../embedded/payments/context/constants.ts";
import { MAX_BODY_BYTES, MAX_JSON_DEPTH, MAX_JSON_KEYS, readJson } from "./request_limits.ts";

function posted(body: string, type = "application/json"): Request {
  return new Request("http://localhost/", { method: "POST", headers: { "content-type": type }, body });
}
/** JSON with this many values, plus the object itself, which the reader counts too. */
function withKeys(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count - 1 }, (_, at) => [`k${at}`, at])));
}
async function statusOf(request: Request, read: (request: Request) => Promise<unknown> = readJson): Promise<number> {
  const refused = await read(request).catch((error: unknown) => error);
  return refused instanceof HTTPException ? refused.status : 200;
}
const ORDER = JSON.stringify({
  meta: {
    order: {
      lines: Array.from({ length: 30 }, (_, at) => ({
        id: `${at}`,
        name: "Blue shirt",
        quantity: 1,
        unitPrice: { value: "19.99", currency: "USD" },
        tax: { value: "1.99", currency: "USD" },
      })),
    },
  },
});

const ROWS: readonly (readonly [what: string, body: string, own: number, payments: number])[] = [
  ["as many keys as our own calls may have", withKeys(MAX_JSON_KEYS), 200, 200],
  ["one more", withKeys(MAX_JSON_KEYS + 1), 400, 200],
  ["an order of thirty lines", ORDER, 400, 200],
  ["as many keys as the payments wire takes", withKeys(MAX_PAYMENTS_JSON_KEYS), 400, 200],
  ["one more than that", withKeys(MAX_PAYMENTS_JSON_KEYS + 1), 400, 400],
  ["brackets as deep as allowed", "[".repeat(MAX_JSON_DEPTH) + "]".repeat(MAX_JSON_DEPTH), 200, 200],
  ["one bracket deeper", "[".repeat(MAX_JSON_DEPTH + 1) + "]".repeat(MAX_JSON_DEPTH + 1), 400, 400],
  ["half a megabyte", JSON.stringify("x".repeat(512 * 1024)), 413, 413],
  ["a NUL in a text", JSON.stringify({ name: "a\0" }), 400, 400],
  ["as many keys in as few characters as can be", `[${Array(MAX_JSON_KEYS).fill(0)}]`, 400, 200],
  ["no JSON", "{", 400, 400],
];

describe("a JSON body", () => {
  for (const [what, body, own, payments] of ROWS) {
    it(`E2: with ${what} is ${own}, on the payments wire ${payments}`, async () => {
      assertEquals([await statusOf(posted(body)), await statusOf(posted(body), readPaymentsJson)], [own, payments]);
    });
  }
  for (const name of ["__proto__", "__pr\\u006fto__"]) {
    it(`S7, B5: cannot set a prototype through ${name}`, async () => {
      const value = await readJson(posted(`{"a":1,"${name}":{"isOwner":true}}`));
      assertEquals([value, Reflect.get(Object(value), "isOwner"), Object.keys(Object(value))], [{ a: 1 }, undefined, [
        "a",
      ]]);
    });
  }
  it("that arrives in parts is read whole", async () => {
    const parts = ['{"a":', "1}"].map((part) => new TextEncoder().encode(part));
    const headers = { "content-type": "application/json" };
    const body = ReadableStream.from(parts);
    assertEquals(await readJson(new Request("http://localhost/", { method: "POST", headers, body })), { a: 1 });
  });
  it("E1: that arrives in parts is refused above the limit, and its sender is stopped", async () => {
    let stoppedAt = 0;
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new TextEncoder().encode(" ".repeat(MAX_BODY_BYTES / 4)));
      },
      cancel: () => void (stoppedAt = sent),
    });
    const headers = { "content-type": "application/json" };
    assertEquals(await statusOf(new Request("http://localhost/", { method: "POST", headers, body })), 413);
    assert(stoppedAt >= 5, "the stream was not cancelled");
  });
  it("E1: of another content type is accepted on the payments wire only", async () => {
    const plain = () => posted("{}", "text/plain;charset=UTF-8");
    assertEquals([await statusOf(plain()), await statusOf(plain(), readPaymentsJson)], [415, 200]);
    await assertRejects(() => readJson(plain()), HTTPException, "application/json");
  });
});
