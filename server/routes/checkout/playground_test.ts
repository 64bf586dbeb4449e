/** The playground's session, requested by an attacker who wants a shopper's cards, money or data. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createApp } from "../../app.ts";
import { MAX_BODY_BYTES } from "../../platform/http/request_limits.ts";
import { compareApprovedText, pageText } from "../../../tests/support/approved.ts";
import { fakeContext, type FakeOptions } from "../../../tests/support/app/fake_context.ts";
import { scenarioOf } from "../../embedded/payments/acquirer/test_cards.ts";
import { issuerCountryOf, networksOf } from "../../embedded/payments/instruments/bins.ts";
import { playgroundPage, SCENARIOS, SESSIONS } from "./playground.ts";
import { REMOTE_SERVICES } from "../../../tests/support/app/samples.ts";

const ORIGINS = { PUBLIC_ORIGIN: "https://trust.example", FRAME_ORIGIN: "https://cards.example" };
const DEMO = { ...ORIGINS, DEMO: "1" };
const payments = () => Promise.resolve(Response.json({ access_token: "t", version: "2.0", data: "e30=" }));

async function withSession(
  options: FakeOptions,
  use: (
    ask: (body: unknown, init?: { headers?: Record<string, string>; body?: BodyInit }) => Promise<Response>,
    inits: () => readonly { readonly holderReference: string; readonly amount: { readonly value: string } }[],
    hits: () => number,
  ) => Promise<void>,
): Promise<void> {
  const fake = await fakeContext({ services: { payments }, ...options });
  const app = createApp(fake.context);
  const { publicOrigin } = fake.context.config;
  await use(
    async (body, init = {}) =>
      await app.request(`${publicOrigin}/checkout/session`, {
        method: "POST",
        body: init.body ?? JSON.stringify(body),
        headers: { host: new URL(publicOrigin).host, "content-type": "application/json", ...init.headers },
      }),
    () => fake.seen.filter(({ path }) => path === "/merchant/client/init").map(({ body }) => JSON.parse(body)),
    () => fake.seen.length,
  );
  await fake.close();
}
const cookieOf = (answer: Response) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

describe("POST /checkout/session", () => {
  it("SECURITY X9: does not exist on a public server, where it would use the real secret", async () => {
    let outgoing = 0;
    const env = {
      ...ORIGINS,
      ...REMOTE_SERVICES,
    };
    const remote = () => {
      outgoing += 1;
      return payments();
    };
    await withSession({ env, outgoing: remote }, async (ask, _, hits) => {
      assertEquals((await ask({ amount: "10.00" })).status, 404);
      // A route that exists would refuse the type, or these fields, before it looks for a payments service.
      assertEquals((await ask({ holderReference: "victim" })).status, 404);
      assertEquals(hits() + outgoing, 0);
    });
  });

  it("SECURITY X9: never uses the secret of a real payments service, not even on loopback", async () => {
    let outgoing = 0;
    const env = { STAGING_PAYMENTS_URL: "https://pay.example" };
    const remote = () => {
      outgoing += 1;
      return payments();
    };
    await withSession({ env, outgoing: remote }, async (ask, _, hits) => {
      assertEquals((await ask({ amount: "10.00" })).status, 404);
      assertEquals(hits() + outgoing, 0);
    });
  });

  for (const [kind, env] of [["loopback", {}], ["demo", DEMO]] as const) {
    it(`SECURITY X9: on ${kind} a browser is its own holder and cannot name another`, () =>
      withSession({ env }, async (ask, inits) => {
        const victim = await ask({ visit: "v1" });
        assertMatch(victim.headers.get("set-cookie") ?? "", /HttpOnly/);
        const again = await ask({ visit: "v1" }, { headers: { cookie: cookieOf(victim) } });
        assertEquals(again.status, 200);
        await ask({ visit: "v1" });
        const [first, same, stranger] = inits().map(({ holderReference }) => holderReference);
        assertMatch(first ?? "", /^playground-[0-9a-f]{40}$/);
        assertEquals(same, first);
        assert(stranger !== undefined && stranger !== first);
        assertEquals((await ask({ holderReference: first })).status, 400);
        assertEquals(inits().length, 3);
      }));
  }

  it("SECURITY X9: refuses an amount above the test amounts, and anything that is not an amount", () =>
    withSession({ env: DEMO }, async (ask, inits) => {
      for (const amount of ["10000.01", "99999.00", "999999.99", "-1", "1e3", "0x1", 5]) {
        assertEquals((await ask({ amount })).status, 400, String(amount));
      }
      assertEquals((await ask({ amount: "9003.00" })).status, 200);
      assertEquals(inits().map(({ amount }) => amount.value), ["9003.00"]);
    }));

  it("SECURITY X9, E2: stops reading an endless body at the limit of every call", () =>
    withSession({ env: DEMO }, async (ask, _, hits) => {
      let sent = 0;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          const chunk = new Uint8Array(16_384).fill(0x20);
          sent += chunk.byteLength;
          if (sent > 50_000_000) controller.close();
          else controller.enqueue(chunk);
        },
      });
      assertEquals((await ask({}, { body })).status, 413);
      assert(sent < 2 * MAX_BODY_BYTES, `${sent} bytes were read`);
      assertEquals(hits(), 0);
    }));

  it("E1: accepts JSON only, so that no form of another site reaches it", () =>
    withSession({}, async (ask, _, hits) => {
      assertEquals((await ask({}, { headers: { "content-type": "text/plain" } })).status, 415);
      assertEquals((await ask({}, { headers: { "sec-fetch-site": "cross-site" } })).status, 403);
      assertEquals(hits(), 0);
    }));

  it("SECURITY X9: has a rate limit per client address", () =>
    withSession({ env: DEMO }, async (ask) => {
      for (let n = 0; n < SESSIONS.points; n++) assertEquals((await ask({})).status, 200);
      assertEquals((await ask({})).status, 429);
    }));

  it("SECURITY X9, X12: has one limit for a network, whichever of its addresses asks", () =>
    withSession({ env: { ...DEMO, TRUSTED_HOPS: "1" } }, async (ask) => {
      const from = async (address: string) => (await ask({}, { headers: { "x-forwarded-for": address } })).status;
      for (let n = 0; n < SESSIONS.points; n++) assertEquals(await from(`2001:db8:1:2::${n.toString(16)}`), 200);
      assertEquals([await from("2001:db8:1:2:ffff::1"), await from("2001:db8:1:3::1")], [429, 200]);
    }));
});

describe("the playground's page", () => {
  it("says what was approved, and each scenario names the card that plays it", () =>
    compareApprovedText("pages/simulated/playground", `${pageText(playgroundPage())}\n`));

  it("the card of each scenario does at the simulated issuer what its label says", () => {
    const plays = Object.entries(SCENARIOS).map(([name, { number = "", methods = [], network = "" }]) => {
      const digits = number.replaceAll(" ", "");
      const scenario = scenarioOf(digits);
      const what = scenario.kind === "decline" ? scenario.result : scenario.kind;
      const bin = digits.slice(0, 8);
      return [
        name,
        number === "" ? "" : what,
        issuerCountryOf(bin) ?? "",
        networksOf(bin).length,
        methods.join(),
        network,
      ]
        .join(" ").trim();
    });
    assertEquals(plays, [
      "success approve US 1",
      "decline GenericRejection US 1",
      "insufficient InsufficientBalance US 1",
      "challenge challenge FR 1",
      "challenge_declined challenge_then_decline US 1",
      "pending settle_later US 1",
      "instalments approve BR 1",
      "co_badged approve FR 2",
      "one_method approve US 1 card",
      "hosted   0 pix,mercadoPago",
      "slow approve US 1  slow",
      "busy approve US 1  busy",
      "lost_answer approve US 1  lost_answer",
      "outage approve US 1  outage",
      "expired approve US 1  expired",
    ]);
  });
});
