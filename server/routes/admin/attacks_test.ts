/**
 * What an attacker tries at the console: with a role that is too small, from another page, twice, late, and with odd
 * input.
 */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
} from "../../../tests/support/console/console_fixture.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { verifyAudit } from "../../audit/verify.ts";

const REASON = "the customer asked";

onBothEngines("an attacker at the console", (place) => {
  let fixture: ConsoleFixture;
  let support: ConsoleBrowser;
  let purchase = "";
  before(async () => {
    fixture = await openConsole({ place: place() });
    support = await fixture.operator("support");
    purchase = await buy("ada@mail.example");
  });
  after(() => fixture.close());

  const buy = async (email: string): Promise<string> =>
    (await createVisitor(fixture.context).buy("tck_3month_plan", email)).body.subscription_id;
  const preview = async (request: unknown, by = support) =>
    (await by.post("/api/admin/acts/preview", request)).body.token;
  const confirm = (token: string, by = support) => by.post("/api/admin/acts/confirm", { token, reason: REASON });
  const chargeOf = (id: string) =>
    fixture.context.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
  const statusOf = async (id: string) =>
    (await fixture.context.db.selectFrom("subs_subscriptions").select("status").where("id", "=", id)
      .executeTakeFirstOrThrow()).status;
  const refundedMinor = async (id: string) => {
    const { execution_id } = await chargeOf(id);
    return (await fixture.context.db.selectFrom("pay_executions").select("refunded_minor")
      .where("id", "=", execution_id).executeTakeFirstOrThrow()).refunded_minor;
  };
  const operators = async () => {
    const { db } = fixture.context;
    return JSON.stringify(await db.selectFrom("admin_operators").select(["id", "role"]).orderBy("id").execute());
  };

  it("SECURITY: no field or header of a request grants a role: finance cancels nothing, and stays finance", async () => {
    const finance = await fixture.operator("finance", "fin@shop.example");
    const before = await operators();
    const request = { act: "cancel", purchase_id: purchase };
    const crafted: readonly (readonly [unknown, Record<string, string>])[] = [
      [{ ...request, role: "owner" }, {}],
      [{ ...request, operator: { role: "owner" } }, {}],
      [JSON.parse(`{"act":"cancel","purchase_id":"${purchase}","__proto__":{"role":"owner"}}`), {}],
      [request, { "x-role": "owner", "x-operator": "op_1", "x-forwarded-user": "owner@shop.example" }],
      [request, { "x-http-method-override": "GET" }],
      [{ ...request, act: "Cancel" }, {}],
      [{ ...request, act: ["cancel"] }, {}],
      [{ ...request, act: "constructor" }, {}],
    ];
    for (const [body, headers] of crafted) {
      const { status } = await finance.post("/api/admin/acts/preview", body, headers);
      assert(status === 400 || status === 403, `${JSON.stringify(body)} ${status}`);
    }
    for (const path of ["session", "operators", "enrol", "sign-in/passkey"]) {
      const { status } = await finance.post(`/api/admin/${path}`, { role: "owner", email: "fin@shop.example" });
      assert([400, 401, 404].includes(status), `${path} ${status}`);
    }
    assertEquals([await operators(), await statusOf(purchase)], [before, "active"]);
    // An owner's token does not work for the finance role, and neither does an owner's page.
    const owner = await fixture.operator("owner", "own@shop.example");
    const stolen = await confirm(await preview(request, owner), finance);
    assertEquals([stolen.status, stolen.body.code], [404, "unknown"]);
    for (const path of ["audit", "operators", "audit/", "AUDIT", "%61udit", "figures/../audit", "//audit"]) {
      const { status, body } = await finance.get(`/api/admin/${path}`);
      assert(status !== 200 && body.rows === undefined && body.operators === undefined, `${path} ${status}`);
    }
  });

  it("SECURITY: another page makes no call, whichever of the console's writes it names, and reads no export", async () => {
    const token = await preview({ act: "cancel", purchase_id: purchase });
    const writes: Readonly<Record<string, unknown>> = {
      "acts/confirm": { token, reason: REASON },
      "acts/preview": { act: "cancel", purchase_id: purchase },
      "reveal": { subject: { kind: "purchase", id: purchase }, field: "email", reason: REASON },
      "search": { query: "ada@mail.example" },
      "sign-out": {},
      "sign-in/passkey/options": {},
      "sign-in/passkey": {},
      "enrol/options": { token: "a".repeat(43) },
      "enrol": {},
    };
    const foreign = [
      { origin: "https://evil.example" },
      { origin: "http://localhost:8001" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "content-type": "text/plain;application/json" },
      { "content-type": "multipart/form-data; boundary=x" },
    ];
    for (const [path, body] of Object.entries(writes)) {
      for (const headers of foreign) {
        const { status } = await support.post(`/api/admin/${path}`, body, headers as Record<string, string>);
        assert(status === 403 || status === 415, `${path} ${JSON.stringify(headers)} ${status}`);
      }
    }
    assertEquals([await statusOf(purchase), (await support.get("/api/admin/session")).body.signed_in], [
      "active",
      true,
    ]);
    const exported = await confirm(await preview({ act: "export", customer_id: purchase }));
    const cross = await support.get(exported.body.download, { "sec-fetch-site": "cross-site" });
    assertEquals([cross.status, (await support.get(exported.body.download)).status], [403, 200]);
  });

  it("SECURITY: a token that was used does nothing more, even after its act became possible again", async () => {
    const id = await buy("bob@mail.example");
    const charge = await chargeOf(id);
    const token = await preview({ act: "refund", charge_id: charge.id, minor: 100 });
    const first = await confirm(token);
    assertEquals([first.status, await refundedMinor(id)], [200, 100]);
    for (let at = 0; at < 3; at++) assertEquals((await confirm(token)).body, first.body);
    assertEquals(await refundedMinor(id), 100);
    fixture.clock.advance(600_000);
    assertEquals([(await confirm(token)).status, await refundedMinor(id)], [409, 100]);
    const paused = await preview({ act: "pause", purchase_id: id, months: 1 });
    await confirm(paused);
    await confirm(await preview({ act: "resume", purchase_id: id }));
    await confirm(paused);
    const { resume_ms } = await fixture.context.db.selectFrom("subs_subscriptions").select("resume_ms")
      .where("id", "=", id).executeTakeFirstOrThrow();
    assertEquals(resume_ms, null, "the old token pauses no second time");
  });

  it("SECURITY: two tabs that confirm at the same moment refund what is there, and cancel once", async () => {
    const id = await buy("cat@mail.example");
    const charge = await chargeOf(id);
    const request = { act: "refund", charge_id: charge.id };
    const parts = await Promise.all([
      preview(request),
      preview(request),
      preview({ ...request, minor: charge.cents - 1 }),
      preview({ ...request, minor: 2 }),
    ]);
    const answers = await Promise.all(parts.map((token) => confirm(token)));
    const money = answers.filter(({ status }) => status === 200).length;
    assert(money >= 1 && await refundedMinor(id) <= charge.cents, JSON.stringify(answers.map(({ body }) => body)));
    for (const work of fixture.context.works) await work();
    assert(await refundedMinor(id) <= charge.cents, String(await refundedMinor(id)));
    const cancels = await Promise.all([0, 1].map(() => preview({ act: "cancel", purchase_id: id })));
    const ends = await Promise.all(cancels.map((token) => confirm(token)));
    assertEquals(ends.map(({ status }) => status).filter((status) => status !== 200 && status !== 409), []);
    const mails = await fixture.context.db.selectFrom("mail_outbox").select("id").where("subscription_id", "=", id)
      .where("kind", "=", "cancelled").execute();
    assertEquals([await statusOf(id), mails.length], ["cancelled", 1]);
  });

  it("SECURITY: a session that ends between preview and confirm does nothing, and its token expires with it", async () => {
    const id = await buy("dan@mail.example");
    const late = await fixture.operator("support", "late@shop.example");
    const token = await preview({ act: "cancel", purchase_id: id }, late);
    const cookie = late.cookies.get("adm") ?? "";
    fixture.clock.advance(30 * 60_000);
    const answer = await confirm(token, late);
    assertEquals([answer.status, answer.body.code, await statusOf(id)], [401, "sign_in_first", "active"]);
    const again = await fixture.operator("support", "late@shop.example");
    assertEquals((await confirm(token, again)).status, 404);
    const left = await fixture.operator("support", "left@shop.example");
    const second = await preview({ act: "cancel", purchase_id: id }, left);
    const value = left.cookies.get("adm") ?? "";
    await left.post("/api/admin/sign-out", {});
    for (const old of [cookie, value]) {
      left.cookies.set("adm", old);
      assertEquals((await confirm(second, left)).status, 401);
    }
    assertEquals(await statusOf(id), "active");
    support = await fixture.operator("support");
  });

  it("SECURITY: odd and huge input is refused or finds nothing, and is never a fault", async () => {
    const odd = [
      "a\u0000b@mail.example",
      "\u0000\u0000\u0000",
      "\ud800\ud800\ud800",
      "' or 1=1 --",
      "%%%%",
      "acc-' or ''='",
      `+${"(".repeat(300)}`,
      `${"1 ".repeat(150)}`,
      `${"a".repeat(250)}@${"b".repeat(60)}.x`,
      "<script>alert(1)</script>",
      "\u202eelpmaxe.liam@ada",
      "__proto__",
      "constructor",
    ];
    for (const query of odd) {
      const { status, body } = await support.post("/api/admin/search", { query });
      assert(status === 400 || (status === 200 && body.results.length === 0), `${JSON.stringify(query)} ${status}`);
    }
    for (const [chars, refusal] of [[321, 400], [100_000, 413], [8_000_000, 413]] as const) {
      assertEquals((await support.post("/api/admin/search", { query: "x".repeat(chars) })).status, refusal);
    }
    for (const id of ["%00", "%00abc", "..%2f..%2faudit", "%F0%9F%92%A9", "x".repeat(5_000), "__proto__"]) {
      for (
        const path of [`customers/${id}`, `purchases/${id}/timeline`, `executions/${id}/timeline`, `exports/${id}`]
      ) {
        const { status } = await support.get(`/api/admin/${path}`);
        assert(status >= 400 && status < 500, `${path.slice(0, 60)} ${status}`);
      }
    }
    for (const request of [{ act: "cancel", purchase_id: "\u0000" }, { act: "erase", customer_id: "acc-\u0000" }]) {
      const { status } = await support.post("/api/admin/acts/preview", request);
      assert(status >= 400 && status < 500, `${JSON.stringify(request)} ${status}`);
    }
    const owner = await fixture.operator("owner");
    for (const query of ["operator=%00", "operator=' or 1=1", "before=99999999999999999999", "limit=-1"]) {
      const { status } = await owner.get(`/api/admin/audit?${query}`);
      assert(status === 200 || status === 400, `${query} ${status}`);
    }
    const wrong = fixture.lines.filter((line) => line.includes('"outcome":"failed"'));
    assertEquals(wrong, []);
  });

  it("SECURITY: a name, an address and a reason that look like markup or a formula are stored and answered as text", async () => {
    const name = '<img src=x onerror="alert(1)">';
    const visitor = createVisitor(fixture.context);
    const { uid } = await visitor.signIn("mark@mail.example", name);
    const { headers, body, status } = await support.post("/api/admin/reveal", {
      subject: { kind: "customer", id: `acc-${uid}` },
      field: "name",
      reason: "=1+1 <b>looks odd</b>",
    });
    assertEquals([status, body.value], [200, name]);
    assertEquals([headers.get("content-type")?.split(";")[0], headers.get("x-content-type-options")], [
      "application/json",
      "nosniff",
    ]);
  });

  it("SECURITY: after all of this the audit log is intact", async () => {
    const { rows, broken } = await verifyAudit(fixture.context.db);
    assertEquals([rows > 30, broken], [true, undefined]);
  });
});
