/** The console's calls by method, address and body. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { CALLS } from "./calls.ts";

type Asked = readonly [method: string, path: string, body?: unknown];

/** What a call sends. The empty answer is refused by the schema of most calls. */
async function askedBy(call: () => Promise<unknown>): Promise<Asked | undefined> {
  const { fetch } = globalThis;
  let asked: Asked | undefined;
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(String(input), "http://localhost");
    const [method, path] = [init?.method ?? "GET", pathname.replace(/^.*\/api\/admin/, "") + search];
    asked = typeof init?.body === "string" ? [method, path, JSON.parse(init.body)] : [method, path];
    return Promise.resolve(Response.json({}));
  };
  await Promise.resolve(call()).catch(() => undefined).finally(() => globalThis.fetch = fetch);
  return asked;
}

const PREVIEW = { act: "pause", subscription_id: "s", days: 7 } as unknown as Parameters<typeof CALLS.preview>[0];
const REVEAL = { of: "customers", id: "c", field: "email", reason: "r" } as unknown as Parameters<
  typeof CALLS.reveal
>[0];
const ROWS: readonly (readonly [name: keyof typeof CALLS, call: () => Promise<unknown>, asked: Asked])[] = [
  ["session", () => CALLS.session(), ["GET", "/session"]],
  ["passkeyOptions", () => CALLS.passkeyOptions(), ["POST", "/sign-in/passkey/options", {}]],
  ["signInWithPasskey", () => CALLS.signInWithPasskey("a"), ["POST", "/sign-in/passkey", { answer: "a" }]],
  ["enrolOptions", () => CALLS.enrolOptions("t"), ["POST", "/enrol/options", { token: "t" }]],
  ["enrol", () => CALLS.enrol("t", "a", "n"), ["POST", "/enrol", { token: "t", answer: "a", name: "n" }]],
  ["signOut", () => CALLS.signOut(), ["POST", "/sign-out", {}]],
  ["search", () => CALLS.search("q"), ["POST", "/search", { query: "q" }]],
  ["customer", () => CALLS.customer("a/b"), ["GET", "/customers/a%2Fb"]],
  ["timeline", () => CALLS.timeline("executions", "a/b"), ["GET", "/executions/a%2Fb/timeline"]],
  ["reveal", () => CALLS.reveal(REVEAL), ["POST", "/reveal", REVEAL]],
  ["preview", () => CALLS.preview(PREVIEW), ["POST", "/acts/preview", PREVIEW]],
  ["confirm", () => CALLS.confirm("t", "r"), ["POST", "/acts/confirm", { token: "t", reason: "r" }]],
  ["disputes", () => CALLS.disputes(), ["GET", "/disputes"]],
  ["differences", () => CALLS.differences(), ["GET", "/differences"]],
  ["figures", () => CALLS.figures("a&b", "c"), ["GET", "/figures?from=a%26b&to=c"]],
  ["audit", () => CALLS.audit({ before: 3, operator: "o", act: "" }), ["GET", "/audit?limit=50&before=3&operator=o"]],
  ["operators", () => CALLS.operators(), ["GET", "/operators"]],
];

describe("the console's calls", () => {
  it("are all in this table", () => assertEquals(ROWS.map(([name]) => name), Object.keys(CALLS)));
  for (const [name, call, asked] of ROWS) {
    it(`${name} asks ${asked[0]} ${asked[1]}`, async () => assertEquals(await askedBy(call), asked));
  }
});
