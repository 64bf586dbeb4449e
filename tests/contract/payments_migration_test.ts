/** A database that the previous version wrote opens, and its webhooks and executions are served. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { connectDatabase } from "../../server/db/open.ts";
import { MIGRATIONS } from "../../server/db/migrations/all.ts";
import { onBothEngines } from "../support/engines.ts";
import { merchantToken, send } from "../support/payments/payments_calls.ts";
import { openPaymentsFixture, START_MS } from "../support/payments/payments_fixture.ts";

const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };
/** As the previous version wrote it: without moves. */
const HISTORY = [
  { code: "authorizeRequested", timeMs: START_MS - 3 },
  { code: "authorizeSuccessful", timeMs: START_MS - 2 },
  { code: "captureSuccessful", timeMs: START_MS - 1 },
];

onBothEngines("a database of the previous version", (place) => {
  it("opens with its executions in the list, and its waiting webhook is sent under the id in its body", async () => {
    const { payments_002: _new, ...before } = MIGRATIONS;
    const db = connectDatabase<Record<string, never>>(place());
    const migrated = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...before }) } })
      .migrateToLatest();
    assertEquals(migrated.error, undefined);
    await sql`insert into pay_executions (id, client_id, init_key, type, workflow_code, merchant_reference,
        holder_reference, amount_minor, currency, capture, meta, state, version, attempts, statuses, authorized_minor,
        captured_minor, refunded_minor, created_ms)
      values ('old', 'shop', 'k', 'dropIn', 'payment-acceptance', 'order-1', 'ada', 1000, 'USD', 'automatic', '{}',
        'captured', 2, 1, ${JSON.stringify(HISTORY)}, 1000, 1000, 0, ${START_MS - 10})`.execute(db);
    const body = JSON.stringify({ id: "event-1", event: "captureSuccessful", execution: { id: "old" } });
    await sql`insert into pay_webhooks (id, client_id, execution_id, url, body, attempts, next_ms, created_ms)
      values ('event-1', 'shop', 'old', ${HOOK.url}, ${body}, 0, 0, ${START_MS})`.execute(db);
    await db.destroy();

    const sent: (string | null)[] = [];
    const deliver = (request: Request) => {
      sent.push(request.headers.get("webhook-id"));
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    const fixture = await openPaymentsFixture({ place: place(), webhooks: [HOOK], deliver });
    try {
      // A server of the previous version runs on for a while, and writes as it did.
      await sql`insert into pay_webhooks (id, client_id, execution_id, url, body, attempts, next_ms, created_ms)
        values ('event-2', 'shop', 'old', ${HOOK.url}, ${body}, 0, 0, ${START_MS + 1})`.execute(fixture.db);
      await fixture.work();
      assertEquals(sent, ["event-1", "event-2"]);
      const token = await merchantToken(fixture);
      const read = async (path: string) => (await send(fixture, path, { token })).body;
      assertEquals((await read("/merchant/executions?merchantReference=order-1")).results?.[0]?.id, "old" as never);
      const delivery = (await read("/merchant/webhooks/deliveries")).results?.[0];
      assertEquals([delivery?.eventId, delivery?.state] as unknown, ["event-2", "accepted"]);
      const path = `/merchant/webhooks/deliveries/${delivery?.id}/replay`;
      const replay = await send(fixture, path, { method: "POST", token, key: "replay" });
      assertEquals([replay.status, String(replay.body.eventId)], [200, "event-2"]);
      const old = "/merchant/workflows/payment-acceptance/executions/old";
      assertEquals([(await read(`${old}/moves`)).results, (await read(old)).state] as unknown, [[], "captured"]);
      const refunded = await send(fixture, `${old}/refund`, { token, key: "r", body: {} });
      assertEquals([refunded.status, String(refunded.body.move?.amount?.value)], [200, "10.00"]);
    } finally {
      await fixture.close();
    }
  });
}, { migrate: true });
