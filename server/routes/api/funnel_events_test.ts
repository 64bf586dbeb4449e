/** Our own collector: what it stores, what it refuses, who may read it and how long it keeps events. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { fakeContext } from "../../../tests/support/app/fake_context.ts";
import { createApp } from "../../app.ts";
import { createClock } from "../../platform/clock.ts";
import { openDatabase } from "../../db/open.ts";
import { createDataRetention } from "../../jobs/retention/data_retention.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import { ONE_NETWORK } from "./funnel_events.ts";

const ON = { FUNNEL_EVENT_DAYS: "30" };
const PURCHASE = { name: "purchase", fields: { plan_id: "tck_weekly_3dtrial", value: 1, currency: "USD" } };

async function withCollector(
  env: Record<string, string>,
  use: (parts: {
    readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
    readonly read: (headers?: Record<string, string>) => Promise<Response>;
    readonly rows: () => Promise<readonly { readonly name: string; readonly fields_json: string }[]>;
  }) => Promise<void>,
): Promise<void> {
  const fake = await fakeContext({ env });
  const app = createApp(fake.context);
  const call = async (init: RequestInit) =>
    await app.request("http://localhost/api/funnel-events", {
      ...init,
      headers: { host: "localhost", ...init.headers },
    });
  try {
    await use({
      post: (body, headers = {}) =>
        call({
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
      read: (headers = {}) => call({ headers }),
      rows: () => fake.context.db.selectFrom("funnel_events").select(["name", "fields_json"]).execute(),
    });
  } finally {
    await fake.close();
  }
}

describe("the collector of funnel events", () => {
  it("W-TRACK-01: stores events and returns their counts by day", () =>
    withCollector(ON, async ({ post, read, rows }) => {
      const events = [PURCHASE, PURCHASE, { name: "page-view", fields: { route: "/webapp/profile" } }];
      assertEquals((await post({ events })).status, 204);
      assertEquals(
        (await rows()).map(({ name, fields_json }) => [name, JSON.parse(fields_json)]).sort(),
        events.map(({ name, fields }) => [name, fields]).sort(),
      );
      const [sums] = Object.values((await (await read()).json()).days);
      assertEquals(sums, { purchase: 2, "page-view": 1 });
    }));

  it("W-TRACK-01: does not exist without the setting", () =>
    withCollector({}, async ({ post, read, rows }) => {
      assertEquals([(await post({ events: [PURCHASE] })).status, (await read()).status], [404, 404]);
      assertEquals(await rows(), []);
    }));

  it("SECURITY X11: accepts known fields only, and removes personal data from error messages", () =>
    withCollector(ON, async ({ post, rows }) => {
      const refused = [
        { name: "purchase", fields: { ...PURCHASE.fields, email: "ana@mail.example" } },
        { name: "purchase", fields: { ...PURCHASE.fields, order_id: "sub_1" } },
        { name: "page-view", fields: { route: "/x/ana@mail.example" } },
        { name: "page-view", fields: { route: "/offers?vSubscriptionId=sub_1" } },
        { name: "number-check", fields: { valid: "+16502530000" } },
        // Words that fit the shape but are not the product's.
        { name: "urgent-shown", fields: { kind: "ana" } },
        { name: "scan-complete", fields: { band: "meyer-berlin-1980" } },
        { name: "sign-in", fields: { provider: "meyer-berlin" } },
        { name: "plan-select", fields: { plan_id: "sub_4242" } },
        { name: "ana@mail.example", fields: {} },
        { name: "purchase", fields: {}, visitor: "1" },
      ];
      for (const event of refused) assertEquals((await post({ events: [event] })).status, 400, JSON.stringify(event));
      assertEquals(await rows(), []);
      const text = "Declined for ana@mail.example, +1 6502530000, 4242 4242 4242 4242";
      await post({ events: [{ name: "purchase-error", fields: { text } }] });
      const [row] = await rows();
      for (const word of ["ana", "6502530000", "4242"]) {
        assert(row?.fields_json.includes(word) === false, row?.fields_json);
      }
    }));

  it("SECURITY X11: keeps no part of an email address or a number that its own limit splits", () =>
    withCollector(ON, async ({ post, rows }) => {
      for (const secret of ["ana.berger@mail.example", "4242424242424242"]) {
        for (const at of [1, 4, 6, 10, 15]) {
          const text = `${"word ".repeat(40).slice(0, 199 - at)} ${secret} and more`;
          assertEquals((await post({ events: [{ name: "purchase-error", fields: { text } }] })).status, 204);
        }
      }
      for (const { fields_json } of await rows()) assert(!/ana|4/.test(JSON.parse(fields_json).text), fields_json);
    }));

  it("limits size, number of events, content type and events per network, and refuses other sites", () =>
    withCollector(ON, async ({ post, rows }) => {
      const many = (count: number) => ({
        events: Array.from({ length: count }, () => ({ name: "page-view", fields: {} })),
      });
      assertEquals((await post(many(51))).status, 400);
      assertEquals((await post({ events: [] })).status, 400);
      assertEquals((await post(`{"events":[],"x":"${"x".repeat(70_000)}"}`)).status, 413);
      assertEquals((await post({ events: [PURCHASE] }, { "content-type": "text/plain" })).status, 415);
      assertEquals((await post({ events: [PURCHASE] }, { "sec-fetch-site": "cross-site" })).status, 403);
      assertEquals(await rows(), []);
      for (let sent = 0; sent < ONE_NETWORK.points; sent += 50) assertEquals((await post(many(50))).status, 204);
      assertEquals((await post({ events: [PURCHASE] })).status, 429);
      assertEquals((await rows()).length, ONE_NETWORK.points);
    }));

  it("T10: does not record a browser with Global Privacy Control, whatever its page sends", () =>
    withCollector(ON, async ({ post, rows }) => {
      assertEquals((await post({ events: [PURCHASE] }, { "sec-gpc": "1" })).status, 204);
      assertEquals(await rows(), []);
    }));

  it("returns counts only to readers of the metrics", () =>
    withCollector({ ...ON, METRICS_TOKEN: "secret" }, async ({ read }) => {
      assertEquals((await read()).status, 404);
      assertEquals((await read({ authorization: "Bearer secret" })).status, 200);
    }));
});

onBothEngines("events of the funnel", (place) => {
  it("W-TRACK-01: deletes events after their days, and all of them once it is switched off", async () => {
    const db = await openDatabase(place());
    const clock = createClock();
    try {
      const add = (id: string) =>
        db.insertInto("funnel_events").values({ id, name: "purchase", fields_json: "{}", created_ms: clock.now() })
          .execute();
      const ids = async () => (await db.selectFrom("funnel_events").select("id").execute()).map(({ id }) => id);
      await add("old");
      clock.advance(29 * DAY_MS);
      await createDataRetention({ db, clock, keeping: { funnelEventDays: 30 } })();
      assertEquals(await ids(), ["old"]);
      clock.advance(2 * DAY_MS);
      await add("new");
      await createDataRetention({ db, clock, keeping: { funnelEventDays: 30 } })();
      assertEquals(await ids(), ["new"]);
      clock.advance(1);
      await createDataRetention({ db, clock, keeping: { funnelEventDays: 0 } })();
      assertEquals(await ids(), []);
    } finally {
      await db.destroy();
    }
  });
});
