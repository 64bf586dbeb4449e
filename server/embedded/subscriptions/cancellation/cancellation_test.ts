/** Cancellation by link, by owner and by email; what strangers can learn and cause. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { sql } from "kysely";
import { consentSchema } from "../../../wire/billing/purchase.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { contextOf } from "../build_context.ts";
import { REQUEST_WORK_DELAY_MS } from "../context/constants.ts";
import { refundCharge } from "../operator/acts.ts";
import { agreedChangeText } from "../testing/agreed_text.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  ANN,
  BOB,
  buy,
  openSubscriptionsFixture,
  runDueWork,
  START_MS,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN };
const body = (email: string, host = "evil.test") => ({ email, product: "TCK", host, emailing: true });
/** The requests that a stranger can make for any address: where they go and what they carry. */
const REQUEST_KINDS = ["cancel", "withdraw", "activate"] as const;
type RequestKind = typeof REQUEST_KINDS[number];
const REQUESTS: Readonly<Record<RequestKind, (email: string) => readonly [path: string, body?: unknown]>> = {
  cancel: (email) => ["/cancel-request", body(email)],
  withdraw: (email) => ["/withdraw-request", { email }],
  activate: (email) => [`/send-activation/${encodeURIComponent(email)}`],
};

describe("cancellation", () => {
  let h: SubscriptionsFixture;
  let id: string;
  let secret: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
    await eventually(() => h.mails.length === 1);
    secret = /unsubscription\?c=([\w-]{43})\n/.exec(h.mails[0]?.text ?? "")?.[1] ?? "";
    h.mails.length = 0;
  });
  afterEach(() => h.close());

  const settled = () =>
    eventually(async () =>
      await h.db.selectFrom("subs_requests").select("id").where("done_ms", "is", null).executeTakeFirst() === undefined
    );
  const statusOf = async () => (await h.call("POST", `/subscriptions/${id}`, ann)).body;

  it("a request that cannot be processed delays no other, and is processed once it can be", async () => {
    const emails = ["ann@example.com", "nobody@example.com", "no-one@example.com"];
    await h.db.updateTable("subs_subscriptions").set({ plan_id: "a plan of another release" }).execute();
    const common = { kind: "cancel", ip_network: "", done_ms: null, mailed: 0 } as const;
    await h.db.insertInto("subs_requests").values(emails.map((email_key, at) => (
      { ...common, id: `request ${at}`, email_key, at_ms: START_MS + at }
    ))).execute();
    const waiting = async () =>
      (await h.db.selectFrom("subs_requests").select("email_key").where("done_ms", "is", null).execute())
        .map(({ email_key }) => email_key);
    assertEquals([(await runDueWork(h.ports)).requests, await waiting()], [2, ["ann@example.com"]]);
    await h.db.updateTable("subs_subscriptions").set({ plan_id: "tck_weekly_3dtrial" }).execute();
    assertEquals([(await runDueWork(h.ports)).requests, await waiting()], [1, []]);
    await eventually(() => h.mails.length === 1);
  });

  it("W-CALL-18: the link of the purchase email cancels without sign-in, keeps the paid period and is confirmed by email", async () => {
    const answer = await h.call("POST", `/cancel-subscription/${secret}`);
    const until = new Date(START_MS + 3 * DAY_MS).toISOString();
    assertEquals(answer, { status: 200, body: { status: "cancelled", until, already: false, error: "" } });
    const shown = await statusOf();
    assertEquals([shown.status, shown.next_charge, shown.current_period_end], ["cancelled", null, until]);
    await eventually(() => h.mails.length === 1);
    assertMatch(h.mails[0]?.text ?? "", /won't be charged for it again[^]*Feb 3, 2027/);
    h.clock.advance(3 * DAY_MS);
    assertEquals((await statusOf()).status, "ended");
  });

  it("promises no access to a member who cancels while a declined renewal is retried", async () => {
    h.payments.declineStored = true;
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    h.clock.advance(DAY_MS);
    await h.call("POST", `/cancel-subscription/${secret}`);
    await eventually(() => h.mails.some(({ kind }) => kind === "cancelled"));
    const text = h.mails.find(({ kind }) => kind === "cancelled")?.text ?? "";
    assertMatch(text, /Your plan has ended\. One-time purchases stay yours/);
    const shown = await statusOf();
    assertEquals([shown.status, shown.current_period_end], ["ended", new Date(h.clock.now()).toISOString()]);
    assertNotMatch(text, /access until/i);
  });

  it("SECURITY CS3: opening the same link 20 times at once is one change and one email", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => h.call("POST", `/cancel-subscription/${secret}`)),
    );
    assertEquals(answers.filter(({ status, body }) => status === 200 && body.already === false).length, 1);
    assertEquals(answers.filter(({ status, body }) => status === 200 && body.already === true).length, 19);
    await eventually(() => h.mails.length > 0);
    assertEquals(h.mails.length, 1);
    const events = await h.db.selectFrom("subs_events").select("id").where("name", "=", "cancelled").execute();
    assertEquals(events.length, 1);
  });

  it("W-UNSUB-01: the owner cancels by id, with the cookie of the purchase or signed in", async () => {
    assertEquals((await h.call("POST", `/cancel-subscription/${id}`, ann)).status, 200);
    const second = await buy(h, "tck_3month_plan");
    const token = "ann:ann@example.com";
    const claim = { subscription_id: second, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    await h.call("POST", "/subs/finalize", { token }, claim);
    assertEquals((await h.call("POST", `/cancel-subscription/${second}`, { token })).status, 200);
  });

  it("SECURITY CS1: a plain id, another's id, an altered link and nonsense get the same 404 and change nothing", async () => {
    const bent = (secret.startsWith("A") ? "B" : "A") + secret.slice(1);
    const answers = await Promise.all([
      h.call("POST", `/cancel-subscription/${id}`),
      h.call("POST", `/cancel-subscription/${id}`, { checkout: BOB }),
      h.call("POST", `/cancel-subscription/${id}`, { token: "bob:bob@example.com" }),
      h.call("POST", `/cancel-subscription/${bent}`, ann),
      h.call("POST", "/cancel-subscription/sub_unknown", ann),
      h.call("POST", `/cancel-subscription/${"x".repeat(4_096)}`, ann),
    ]);
    assertEquals(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assertEquals(answers[0]?.status, 404);
    assertEquals((await statusOf()).status, "trial");
  });

  it("SECURITY CS1: a link to withdraw and a forwarded link to pay cancel nothing", async () => {
    const rows = await h.db.selectFrom("subs_capabilities").selectAll().where("kind", "=", "cancel").execute();
    for (const kind of ["withdraw", "pay", "mails", "activate"] as const) {
      await h.db.updateTable("subs_capabilities").set({ kind }).where("hash", "in", rows.map(({ hash }) => hash))
        .execute();
      assertEquals((await h.call("POST", `/cancel-subscription/${secret}`)).status, 404, kind);
    }
    assertEquals((await statusOf()).status, "trial");
  });

  it("SECURITY CS1: a requester without a cookie is not the browser of a purchase that has none", async () => {
    await h.db.updateTable("subs_subscriptions").set({ checkout_hash: "" }).where("id", "=", id).execute();
    for (const path of [`/cancel-subscription/${id}`, `/leaving/${id}`]) {
      for (const checkout of [undefined, "", "not a hash"]) {
        assertEquals((await h.call("POST", path, checkout === undefined ? {} : { checkout })).status, 404, path);
      }
    }
    const { status } = await h.db.selectFrom("subs_subscriptions").select("status").executeTakeFirstOrThrow();
    assertEquals(status, "trial");
  });

  it("SECURITY CS2: GET on the link changes nothing", async () => {
    assertEquals((await h.call("GET", `/cancel-subscription/${secret}`)).status, 404);
    assertEquals((await statusOf()).status, "trial");
  });

  it("stores only the hash of a link's secret", async () => {
    for (const table of ["subs_capabilities", "subs_events"] as const) {
      assertNotMatch(JSON.stringify(await h.db.selectFrom(table).selectAll().execute()), new RegExp(secret), table);
    }
  });

  it("W-CALL-17, SECURITY CR1, CR3, TRUST T7: cancel by email gives every address the same answer and sends a link only where a plan renews", async () => {
    const known = await h.call("POST", "/cancel-request", {}, body("ANN@example.com"));
    const unknown = await h.call("POST", "/cancel-request", {}, body("nobody@example.com"));
    assertEquals(known, unknown);
    assertEquals(known.status, 200);
    await eventually(() => h.mails.length === 1);
    await settled();
    assertEquals(h.mails.length, 1);
    assertEquals(h.mails[0]?.to, "Ann@Example.com");
    const links = [...(h.mails[0]?.text ?? "").matchAll(/https?:\/\/[^\s]+/g)].map(([link]) => link);
    assert(
      links.length === 1 && links.every((link) => link.startsWith("https://app.example/trustcheck/unsubscription?c=")),
    );
    const fresh = /c=([\w-]{43})/.exec(links[0] ?? "")?.[1] ?? "";
    assertEquals((await h.call("POST", `/cancel-subscription/${fresh}`)).status, 200);
  });

  const request = (kind: RequestKind, email: string, ip?: string) => {
    const [path, given] = REQUESTS[kind](email);
    return h.call("POST", path, ip === undefined ? {} : { ip }, given);
  };

  for (const kind of REQUEST_KINDS) {
    it(`SECURITY CR2, AC3: requests to ${kind} cause one email a minute and three an hour, however the address is written`, async () => {
      const spellings = ["ann@example.com", "Ann@example.com", "ANN@EXAMPLE.COM"];
      let asked = 0;
      const ask = () => request(kind, spellings[asked++ % spellings.length] ?? "");
      const written = async () => {
        await settled();
        return (await h.db.selectFrom("mail_outbox").select("id").execute()).length - before;
      };
      const before = (await h.db.selectFrom("mail_outbox").select("id").execute()).length;
      for (let times = 0; times < 10; times++) await ask();
      await settled();
      const sent: number[] = [];
      // Before and after a minute has passed since the last email, then before and after an hour since the first.
      for (const ms of [59_999, 1, 59_999, 1, 60_000, 3_600_000 - 180_001, 1]) {
        h.clock.advance(ms);
        await ask();
        sent.push(await written());
      }
      assertEquals(sent, [1, 2, 2, 3, 3, 3, 4]);
    });

    it(`TRUST T5: requests to ${kind} of neighbours in the network keep no email back`, async () => {
      for (const ip of ["203.0.113.7", "2001:db8:7:1::1"]) {
        for (let times = 0; times < 30; times++) await request(kind, `stranger${times}@example.com`, ip);
      }
      await settled();
      await request(kind, "ann@example.com", "203.0.113.99");
      await eventually(() => h.mails.length === 1);
      h.clock.advance(60_000);
      await request(kind, "ann@example.com", "2001:db8:7:2::2");
      await eventually(() => h.mails.length === 2);
    });
  }

  it("SECURITY AC2: an address that only resembles another gets none of its emails", async () => {
    for (
      const email of ["\u0430nn@example.com", "ann@ex\u0430mple.com", "ann+tag@example.com", "\uff41nn@example.com"]
    ) {
      const answer = await h.call("POST", `/send-activation/${encodeURIComponent(email)}`);
      assertEquals(answer, { status: 200, body: { status: "accepted", error: "" } });
    }
    await settled();
    assertEquals(h.mails, []);
  });

  it("after a cancellation the email says so and carries no link", async () => {
    await h.call("POST", `/cancel-subscription/${secret}`);
    await eventually(() => h.mails.length === 1);
    await h.call("POST", "/cancel-request", {}, body("ann@example.com"));
    await eventually(() => h.mails.length === 2);
    assertNotMatch(h.mails[1]?.text ?? "", /https?:/);
  });

  for (
    const [what, email] of [
      ["a header line in it", "a@b.co\r\nBcc: x@y.zz"],
      ["a line break before the @", "ann\r\nBcc:x@example.com"],
      ["a line break of another alphabet", "ann\u2028@example.com"],
      ["a tab", "ann\t@example.com"],
      ["a comma before the @", "bob,ann@example.com"],
      ["a semicolon", "bob;ann@example.com"],
      ["a quoted part", '"ann"@example.com'],
      ["a colon", "mailto:ann@example.com"],
      ["a comment", "(x)ann@example.com"],
      ["a comment in the host", "ann@example(x).com"],
      ["an address of digits", "ann@[192.0.2.1].com"],
      ["an escape", "ann\\@example.com"],
      ["a header line after the host", "ann@example.com\r\nBcc: x.y"],
      ["a line feed at its end", "ann@example.com\n"],
      ["a space in the host", "ann@exam ple.com"],
      ["a second address after the host", "ann@example.com;bob.example"],
      ["a bracket in the host", "ann@<example.com>"],
      ["no host", "ann@example"],
      ["two hosts", "ann@example.com@evil.test"],
      ["a display name", "Ann <ann@example.com>"],
      ["two addresses", "ann@example.com,bob@example.com"],
      ["10 KB", `${"a".repeat(10_000)}@example.com`],
    ] as const
  ) {
    it(`SECURITY CR4, AC2: refuses an address with ${what}`, async () => {
      for (const kind of REQUEST_KINDS) assertEquals((await request(kind, email)).status, 400, kind);
      assertEquals(await h.db.selectFrom("subs_requests").select("id").execute(), []);
    });
  }

  it("W-CALL-19: the activation email leads to the newest purchase, and a newer link replaces the older", async () => {
    const known = await h.call("POST", `/send-activation/${encodeURIComponent("ann@example.com")}`);
    assertEquals(known, await h.call("POST", "/send-activation/nobody%40example.com"));
    await eventually(() => h.mails.length === 1);
    h.clock.advance(60_001);
    await h.call("POST", "/send-activation/ann%40example.com");
    await eventually(() => h.mails.length === 2);
    assertMatch(
      h.mails[1]?.text ?? "",
      new RegExp(`https://app\\.example/trustcheck/activate\\?t=[\\w-]{43}&vSubscriptionId=${id}\n`),
    );
    const links = await h.db.selectFrom("subs_capabilities").select("expires_ms").where("kind", "=", "activate")
      .execute();
    assertEquals(links, [{ expires_ms: START_MS + 60_001 + 3_600_000 }]);
  });

  it("W-CALL-19: an address that does not fit into a path is asked for in the body", async () => {
    const email = "ann/sales@example.com";
    const answer = await h.call("POST", "/send-activation", {}, { email });
    assertEquals(answer, { status: 200, body: { status: "accepted", error: "" } });
    const rows = () => h.db.selectFrom("subs_requests").select(["kind", "email_key"]).execute();
    assertEquals(await rows(), [{ kind: "activate", email_key: email }]);
    for (const wrong of [{ email: "ann" }, { email, host: "evil.test" }, {}]) {
      assertEquals((await h.call("POST", "/send-activation", {}, wrong)).status, 400);
    }
    assertEquals((await rows()).length, 1);
  });

  const activationLinks = async (count: number) => {
    for (let times = 1; times <= count; times++) {
      h.clock.advance(60_001);
      await h.call("POST", "/send-activation/ann%40example.com");
      await eventually(() => h.mails.length === times);
    }
    return h.mails.map(({ text }) => /t=([\w-]{43})/.exec(text)?.[1] ?? "");
  };
  const redeem = (t: string, token: string) => h.call("POST", "/subs/activate", { token }, { subscription_id: id, t });

  it("SECURITY AC4: an activation link gives its own purchase and no other, even if its reader knows that id", async () => {
    const [link = ""] = await activationLinks(1);
    const victims = await buy(h, "tck_weekly_3dtrial", { checkout: BOB });
    const taken = await h.call("POST", "/subs/activate", { token: "eve" }, { subscription_id: victims, t: link });
    assertEquals(taken.status, 410);
    const row = await h.db.selectFrom("subs_subscriptions").select("user_id").where("id", "=", victims)
      .executeTakeFirstOrThrow();
    assertEquals(row.user_id, "");
    assertEquals((await redeem(link, "new")).status, 200);
  });

  it("SECURITY AC4: an activation link opened twenty times at once works once", async () => {
    const [link = ""] = await activationLinks(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(link, "new")));
    assertEquals(answers.filter(({ status }) => status === 200).length, 1);
    assertEquals(new Set(answers.map(({ status }) => status)), new Set([200, 410]));
    const events = await h.db.selectFrom("subs_events").select("id").where("name", "=", "activated").execute();
    assertEquals(events.length, 1);
  });

  it("SECURITY AC4: an activation link gives the purchase to the member who opens it, once", async () => {
    const [link = ""] = await activationLinks(1);
    assertEquals(await redeem(link, "new"), { status: 200, body: { id, error: "" } });
    assertEquals((await h.call("POST", `/subscriptions/${id}`, { token: "new" })).status, 200);
    assertEquals((await redeem(link, "new")).status, 410);
  });

  it("SECURITY AC4: an activation link that was replaced, expired, altered or opened in another account gives nothing", async () => {
    const [older = "", newer = ""] = await activationLinks(2);
    assertEquals((await redeem(older, "new")).status, 410);
    assertEquals((await redeem(secret, "new")).status, 410);
    assertEquals((await h.call("POST", "/subs/activate", {}, { subscription_id: id, t: newer })).status, 401);
    h.clock.advance(3_600_000);
    assertEquals((await redeem(newer, "new")).status, 410);
    h.mails.length = 0;
    const [fresh = ""] = await activationLinks(1);
    await h.db.updateTable("subs_subscriptions").set({ user_id: "ann" }).where("id", "=", id).execute();
    assertEquals((await redeem(fresh, "new")).status, 403);
    assertEquals((await redeem(fresh, "ann")).status, 200);
  });

  it("gives the purchase to one of 20 members who open one activation link at once", async () => {
    const [link = ""] = await activationLinks(1);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => redeem(link, `member-${at}`)));
    assertEquals(answers.filter(({ status }) => status === 200).length, 1);
  });

  const askToCancel = async () => {
    await h.call("POST", "/cancel-request", {}, body("ann@example.com"));
    await eventually(() => h.mails.some(({ kind }) => kind === "cancel-request"));
    const mail = h.mails.find(({ kind }) => kind === "cancel-request");
    return /c=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  const chargedSince = async () => {
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    await h.db.selectFrom("subs_charges").select("id").where("charge_key", "=", "period:1").executeTakeFirstOrThrow();
  };

  it("takes effect from the request when confirmed by email within 7 days, and refunds the charges since", async () => {
    const link = await askToCancel();
    await chargedSince();
    h.payments.operations.length = 0;
    const answer = await h.call("POST", `/cancel-subscription/${link}`);
    assertEquals(answer.body.until, new Date(START_MS + 3 * DAY_MS).toISOString());
    await eventually(() => h.mails.some(({ kind }) => kind === "refunded"));
    assertEquals(h.payments.operations, ["refund 19.99"]);
    assertMatch(h.mails.find(({ kind }) => kind === "cancelled")?.text ?? "", /refunding \$19\.99/);
    assertEquals((await h.call("POST", `/cancel-subscription/${link}`)).body.already, true);
    h.clock.advance(DAY_MS);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["refund 19.99"]);
  });

  it("refunds the charges since the request once, also when the plan was cancelled in the account before", async () => {
    const link = await askToCancel();
    await chargedSince();
    assertEquals((await h.call("POST", `/cancel-subscription/${id}`, ann)).status, 200);
    h.payments.operations.length = 0;
    const until = new Date(START_MS + 3 * DAY_MS).toISOString();
    const answers = await Promise.all([1, 2].map(() => h.call("POST", `/cancel-subscription/${link}`)));
    assertEquals(answers.map(({ body }) => body.already).toSorted(), [false, true]);
    assertEquals(answers.find(({ body }) => body.already === false)?.body.until, until);
    await eventually(() => h.mails.some(({ kind }) => kind === "refunded"));
    h.clock.advance(DAY_MS);
    await runDueWork(h.ports);
    assertEquals([h.payments.operations, (await statusOf()).current_period_end], [["refund 19.99"], until]);
    const texts = h.mails.filter(({ kind }) => kind === "cancelled").map(({ text }) => text);
    assertEquals(texts.map((text) => text.includes("refunding $19.99")), [false, true]);
    const events = await h.db.selectFrom("subs_events").select("detail_json").where("name", "=", "cancelled")
      .orderBy("at_ms").execute();
    assertEquals(events.map(({ detail_json }) => "asked_ms" in JSON.parse(detail_json)).toSorted(), [false, true]);
  });

  for (const isSent of [true, false]) {
    it(`refunds the rest of a charge since the request, of which an operator's part ${isSent ? "is sent" : "waits"}`, async () => {
      const link = await askToCancel();
      await chargedSince();
      h.payments.operations.length = 0;
      if (!isSent) {
        h.payments.before = ({ url }) => url.endsWith("/refund") ? new Response("", { status: 503 }) : undefined;
      }
      const charge = await h.db.selectFrom("subs_charges").selectAll().where("kind", "=", "renewal")
        .executeTakeFirstOrThrow();
      await refundCharge(contextOf(h.ports), { chargeId: charge.id, cents: 500, left: charge.cents, key: "key" });
      const answer = await h.call("POST", `/cancel-subscription/${link}`);
      assertEquals(answer.body.until, new Date(START_MS + 3 * DAY_MS).toISOString());
      h.payments.before = () => undefined;
      for (let run = 0; run < 3; run++) {
        h.clock.advance(DAY_MS);
        await runDueWork(h.ports);
      }
      assertMatch(h.mails.find(({ kind }) => kind === "cancelled")?.text ?? "", /refunding \$14\.99/);
      assertEquals(h.payments.operations, ["refund 5.00", "refund 14.99"]);
    });
  }

  it("refunds no renewal that was agreed to after the request by undoing the cancellation", async () => {
    const link = await askToCancel();
    await h.call("POST", `/cancel-subscription/${link}`);
    const undo = { kind: "reactivate" } as const;
    const { shown } = (await h.call("POST", `/changes-of/${id}/preview`, ann, { change: undo })).body;
    const agreed = { change: undo, shown, ...agreedChangeText(undo, consentSchema.shape.shown.parse(shown)) };
    assertEquals((await h.call("POST", `/changes-of/${id}`, ann, agreed)).status, 200);
    await chargedSince();
    h.payments.operations.length = 0;
    const answer = await h.call("POST", `/cancel-subscription/${link}`);
    await runDueWork(h.ports);
    assertEquals([answer.body.until, h.payments.operations], [new Date(START_MS + 10 * DAY_MS).toISOString(), []]);
  });

  it("takes effect from the confirmation when it comes after 7 days, and refunds nothing", async () => {
    const link = await askToCancel();
    await chargedSince();
    h.clock.advance(4 * DAY_MS + 1);
    h.payments.operations.length = 0;
    await h.call("POST", `/cancel-subscription/${link}`);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, []);
    assertEquals((await statusOf()).current_period_end, new Date(START_MS + 10 * DAY_MS).toISOString());
  });

  for (const kind of REQUEST_KINDS) {
    it(`SECURITY CR1, AC3: works on a request to ${kind} only after its answer, which is the same for every address`, async () => {
      const { setTimeout } = globalThis;
      const held: (() => void)[] = [];
      const hold = (run: () => void, ms: number) =>
        ms === REQUEST_WORK_DELAY_MS ? held.push(run) : Reflect.apply(setTimeout, globalThis, [run, ms]);
      Object.assign(globalThis, { setTimeout: hold });
      try {
        const started = await Promise.all(["ann@example.com", "nobody@example.com"].map(async (email) => {
          const answer = await request(kind, email);
          // Long enough for all of the work, if it had begun.
          await new Promise((resolve) => setTimeout(resolve, REQUEST_WORK_DELAY_MS / 4));
          const row = await h.db.selectFrom("subs_requests").select("done_ms").where("email_key", "=", email)
            .executeTakeFirst();
          return { answer, row };
        }));
        const [known, unknown] = started;
        assertEquals(known, unknown);
        assertEquals(known, {
          answer: { status: 200, body: { status: "accepted", error: "" } },
          row: { done_ms: null },
        });
      } finally {
        Object.assign(globalThis, { setTimeout });
      }
      for (const run of held) run();
      assertEquals(held.length, 2);
      await settled();
    });
  }

  it("writes an email later that could not be written, and completes its request only then", async () => {
    await sql`create trigger no_room before insert on mail_outbox begin select raise(abort, 'no room'); end`
      .execute(h.db);
    await h.call("POST", "/cancel-request", {}, body("ann@example.com"));
    await new Promise((resolve) => setTimeout(resolve, 4 * REQUEST_WORK_DELAY_MS));
    await sql`drop trigger no_room`.execute(h.db);
    await h.call("POST", "/cancel-request", {}, body("stranger@example.com"));
    await settled();
    await eventually(() => h.mails.length > 0);
    assertEquals(h.mails.map(({ kind }) => kind), ["cancel-request"]);
  });

  it("unsubscribes from reminders without ending the plan", async () => {
    h.clock.advance(2 * DAY_MS);
    await runDueWork(h.ports);
    await eventually(() => h.mails.length === 1);
    const url = h.mails[0]?.unsubscribe_url ?? "";
    assertMatch(url, /^https:\/\/app\.example\/api\/end-mails\/[\w-]{43}$/);
    const answer = await h.call("POST", `/end-mails/${url.slice(-43)}`);
    assertEquals(answer, { status: 200, body: { status: "ended" } });
    assertEquals((await statusOf()).status, "trial");
    const row = await h.db.selectFrom("subs_subscriptions").select("reminders_off").executeTakeFirstOrThrow();
    assertEquals(row.reminders_off, 1);
    assertEquals((await h.call("POST", `/end-mails/${secret}`)).status, 404);
    assertEquals((await h.call("POST", `/cancel-subscription/${url.slice(-43)}`)).status, 404);
  });

  it("cancels nothing with an activation link", async () => {
    await h.call("POST", "/send-activation/ann%40example.com");
    await eventually(() => h.mails.length === 1);
    const activation = /t=([\w-]{43})/.exec(h.mails[0]?.text ?? "")?.[1] ?? "";
    assertEquals((await h.call("POST", `/cancel-subscription/${activation}`)).status, 404);
  });
});
