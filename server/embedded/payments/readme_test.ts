/** The README's programs run as they are. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import { payByCard } from "../../../tests/support/payments/pay_by_card.ts";
import { BASE, openPaymentsFixture } from "../../../tests/support/payments/payments_fixture.ts";
import { openApiDocument } from "./openapi/document.ts";

const README = await Deno.readTextFile(new URL("README.md", import.meta.url));
const HOOK = { clientId: "merchant-demo", url: "https://shop.test/hook", secret: "hook-secret" };
const SHOWN = "http://localhost:8000/services/payments";

/** What the second program leaves to the shopper: two payments by a card that is disputed a minute later. */
const DISPUTED = `
for (const key of ["disputed-1", "disputed-2"]) {
  await disputed(
    await write("POST", "/merchant/client/init", key, {
      merchantReference: key,
      holderReference: "ben",
      amount: eur("10.00"),
    }),
  );
}`;

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: readonly string[]
) => (...values: readonly unknown[]) => Promise<Record<string, never>>;

/** The JavaScript blocks below a heading. */
function programs(heading: string): readonly string[] {
  const [, section = ""] = README.split(`## ${heading}\n`);
  return [...(section.split("\n## ")[0] ?? "").matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

async function openShop() {
  const webhooks: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  const fixture = await openPaymentsFixture({
    clients: [{ id: "merchant-demo", secret: "demo-secret" }],
    webhooks: [HOOK],
    webhookTargets: { local: false, public: true },
    deliver: async (request) => {
      webhooks.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response(null, { status: 204 });
    },
  });
  const called: string[] = [];
  const fetch = (address: string, init: RequestInit) => {
    called.push(`${init.method} ${address.slice(SHOWN.length).split("?")[0]}`);
    return fixture.call(new Request(address.replace(SHOWN, BASE), init));
  };
  return { fixture, webhooks, called, fetch };
}

describe("the README of the payments service", () => {
  it("calls every call of the merchant API, and each does what the comment says", async () => {
    const { fixture, called, fetch } = await openShop();
    const paid = async (initResponse: InitResponse) => {
      await payByCard({
        fetch: (request) => fixture.call(request),
        initResponse,
        card: { cardNumber: "4242424242424242" },
        storeInstrument: true,
      });
      await fixture.work();
    };
    const disputed = async (initResponse: InitResponse) => {
      const card = { cardNumber: "4000000000000259" };
      await payByCard({ fetch: (request) => fixture.call(request), initResponse, card });
      fixture.clock.nowMs += 60_000;
      await fixture.work();
    };
    try {
      const [before = "", after = "", disputes = ""] = programs("Every call");
      const seen = "return { state, authorized, moves, first, second, back, rest, charged, shown, delivery, replay, " +
        "reasonCode, respondBy, withdrawn, draft, content, answered, accepted, endpoint, endpoints, test, rotated };";
      const program = [before, "await paid(init);", after, DISPUTED, disputes, seen].join("\n");
      const run = new AsyncFunction("fetch", "paid", "disputed", "console", program);
      const lines: string[] = [];
      const shop = await run(fetch, paid, disputed, {
        log: (...line: readonly unknown[]) => lines.push(line.slice(1).join(" ")),
      });
      assertEquals([shop.state, shop.authorized] as unknown, ["authorized", { value: "10.00", currency: "EUR" }]);
      assertEquals(lines, [
        "capture 4.00 EUR successful order-1-parcel-1",
        "capture 3.00 EUR successful order-1-parcel-2",
        "refund 1.50 EUR successful order-1-return-1",
        "cancel 3.00 EUR successful order-1-cancel",
      ]);
      const { first, second, back, rest } = shop as Record<string, { move: unknown }>;
      assertEquals([first, second, back, rest].map((answer) => answer?.move), shop.moves as unknown as unknown[]);
      const { charged, delivery, replay } = shop as Record<string, Record<string, string>>;
      assertEquals([charged?.state, replay?.eventId], ["captured", delivery?.eventId]);
      assert(replay?.id !== delivery?.id && String(shop.shown).includes("/display/"), String(shop.shown));
      assertEquals([shop.reasonCode, shop.withdrawn] as unknown, ["10.4", { value: "10.00", currency: "EUR" }]);
      const { endpoint, test, rotated } = shop as Record<string, Record<string, unknown>>;
      assertEquals([endpoint?.url, test?.isAccepted, rotated?.id], ["https://shop.example/hook", true, endpoint?.id]);
      assert(rotated?.secret !== endpoint?.secret);
      assertEquals((shop.endpoints as unknown as readonly unknown[]).length, 1);
      const { draft, answered, accepted } = shop as Record<string, Record<string, string>>;
      assertEquals(draft?.submittedAt, undefined);
      assert(Date.parse(String(shop.respondBy)) > fixture.clock.nowMs);
      assertEquals([atob(String(shop.content)), answered?.state, accepted?.state], [
        "12 May, 09:14 UTC",
        "under_review",
        "accepted",
      ]);
      const routes = Object.entries(openApiDocument().paths as object).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) =>
          new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
        )
      );
      assertEquals(routes.filter((route) => !called.some((call) => route.test(call))).map(String), []);
    } finally {
      await fixture.close();
    }
  });

  it("verifies a webhook, and refuses one that is changed, late or signed with another secret", async () => {
    const { fixture, webhooks, fetch } = await openShop();
    try {
      const [before = ""] = programs("Every call");
      const init = await new AsyncFunction("fetch", `${before}\nreturn init;`)(fetch) as unknown as InitResponse;
      const card = { cardNumber: "4242424242424242" };
      await payByCard({ fetch: (request) => fixture.call(request), initResponse: init, card });
      await fixture.work();
      const [webhook] = webhooks;
      assert(webhook !== undefined);
      const [code = ""] = programs("Webhooks");
      const names = ["request", "body", "secret", "createHmac", "timingSafeEqual", "Buffer", "Date"];
      const verify = new AsyncFunction(...names, `${code}\nreturn isValid;`);
      const check = async (body: string, secret: string, nowMs: number) => {
        const request = { headers: webhook.headers };
        return await verify(request, body, secret, createHmac, timingSafeEqual, Buffer, {
          now: () => nowMs,
        }) as unknown;
      };
      const now = fixture.clock.nowMs;
      assertEquals(await check(webhook.body, HOOK.secret, now), true);
      assertEquals(await check(`${webhook.body} `, HOOK.secret, now), false);
      assertEquals(await check(webhook.body, "another", now), false);
      assertEquals(await check(webhook.body, HOOK.secret, now + 301_000), false);
    } finally {
      await fixture.close();
    }
  });
});
