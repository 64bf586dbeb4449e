/** The console finds customers, shows everything about a purchase, and shows a personal value only when revealed. */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createVisitor, visitorOf } from "../../../tests/support/app/http_visitor.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
} from "../../../tests/support/console/console_fixture.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { createApp } from "../../app.ts";
import { enqueueEmails } from "../../outbox/outbox.ts";
import { customerSchema } from "../../wire/admin/customer.ts";
import { searchedSchema } from "../../wire/admin/search.ts";
import { refundRow } from "../../embedded/subscriptions/db/refund_parts.ts";
import { timelineSchema } from "../../wire/admin/timeline.ts";

const EMAIL = "Ada.Lovelace@mail.example";
const NUMBER = "+16502530000";
const OWN_NUMBER = "+16502530199";

const requestIdOf = ({ headers }: Response) => headers.get("x-request-id") ?? "";

onBothEngines("the console about a customer", (place) => {
  let fixture: ConsoleFixture;
  let support: ConsoleBrowser;
  let purchase = "";
  let uid = "";
  before(async () => {
    fixture = await openConsole({
      place: place(),
      env: { PAYMENTS_WEBHOOKS: "merchant-demo=http://127.0.0.1:9/hook|secret" },
    });
    const visitor = createVisitor(fixture.context);
    await visitor.payFor("tck_weekly_3dtrial", "4000000000000002");
    purchase = (await visitor.buy("tck_weekly_3dtrial", EMAIL)).body.subscription_id;
    const signedIn = await visitor.signIn(EMAIL.toLowerCase(), "Ada Lovelace");
    uid = signedIn.uid;
    const body = { subscription_id: purchase, email: EMAIL, firebase_id: uid, apple_token: "", attribution: {} };
    assertEquals((await visitor.post("/subs/finalize", body, { "x-id-token": signedIn.idToken })).status, 200);
    const ask = { user_id: uid, phone_number: NUMBER, subscription_id: purchase, name: "", email: EMAIL };
    assertEquals((await visitor.post("/services/report", ask, { "x-id-token": signedIn.idToken })).status, 200);
    const own = { phone_number: OWN_NUMBER, country: "US" };
    const kept = await visitor.post("/services/profile/own-number", own, { "x-id-token": signedIn.idToken });
    assertEquals(kept.status, 200, JSON.stringify(kept.body));
    await createVisitor(fixture.context).buy("tck_3month_plan", "eve@mail.example", "5555555555554444");
    support = await fixture.operator("support");
  });
  after(() => fixture.close());

  const search = async (query: string) => {
    const { status, body } = await support.post("/api/admin/search", { query });
    assertEquals(status, 200, query);
    return searchedSchema.parse(body);
  };
  const timeline = async () =>
    timelineSchema.parse((await support.get(`/api/admin/purchases/${purchase}/timeline`)).body);
  const row = () =>
    fixture.context.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", purchase)
      .executeTakeFirstOrThrow();

  it("O-CONSOLE-10: finds a customer by email, number, card and every reference, and no other customer", async () => {
    const { execution_id, payment_instrument_id, holder_reference } = await row();
    const { db } = fixture.context;
    const charge = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", purchase)
      .executeTakeFirstOrThrow();
    const intent = await db.selectFrom("pay_intents").select("key").where("execution_id", "=", execution_id)
      .executeTakeFirstOrThrow();
    const webhook = await db.selectFrom("pay_webhooks").select("id").where("execution_id", "=", execution_id)
      .executeTakeFirstOrThrow();
    const queries = [
      [EMAIL.toUpperCase(), "email"],
      [` ${EMAIL} `, "email"],
      [NUMBER, "phone"],
      ["(650) 253-0000", "phone"],
      ["4242", "last_four"],
      ...[
        purchase,
        execution_id,
        payment_instrument_id,
        holder_reference,
        charge.id,
        charge.receipt,
        charge.receipt.toLowerCase(),
        charge.consent_id ?? "",
        intent.key,
        webhook.id,
        uid,
        `acc-${uid}`,
      ].filter((each) => each !== "").map((each) => [each, "reference"]),
    ] as const;
    for (const [query, readAs] of queries) {
      const { results, read_as, more, unseen } = await search(query);
      assertEquals([read_as, more, unseen], [readAs, false, []], query);
      const customers = results.filter(({ kind }) => kind === "customer");
      assertEquals(customers.map(({ id, purchase_id }) => [id, purchase_id]), [[`acc-${uid}`, purchase]], query);
      assertEquals(customers[0]?.paid, [{ minor: charge.cents, currency: "USD" }]);
    }
  });

  it("O-CONSOLE-10: one customer with very many payments and look-ups hides no other, and a list that is cut says so", async () => {
    const { db } = fixture.context;
    const ids: string[] = [];
    for (const email of ["old@mail.example", "busy@mail.example"]) {
      ids.push(
        (await createVisitor(fixture.context).buy("tck_3month_plan", email, "6011111111111117")).body.subscription_id,
      );
    }
    assertEquals((await search("1117")).more, false);
    const { execution_id } = await db.selectFrom("subs_subscriptions").select("execution_id").where(
      "id",
      "=",
      ids[1] ?? "",
    )
      .executeTakeFirstOrThrow();
    const execution = await db.selectFrom("pay_executions").selectAll().where("id", "=", execution_id)
      .executeTakeFirstOrThrow();
    const charge = await db.selectFrom("subs_charges").selectAll().where("execution_id", "=", execution_id)
      .executeTakeFirstOrThrow();
    const report = await db.selectFrom("members_reports").selectAll().limit(1).executeTakeFirstOrThrow();
    const lookedUp = { ...report, user_id: "", e164: "+16502530155" };
    await db.insertInto("members_reports").values({ ...lookedUp, id: "seen-0", subscription_id: ids[0] ?? "" })
      .execute();
    for (let at = 1; at <= 110; at++) {
      const id = `renewal-${at}`;
      const created_ms = execution.created_ms + at;
      await db.insertInto("pay_executions").values({
        ...execution,
        id,
        merchant_reference: id,
        init_key: id,
        created_ms,
      }).execute();
      await db.insertInto("subs_charges").values({
        ...charge,
        id,
        charge_key: id,
        receipt: "",
        execution_id: id,
        created_ms,
      })
        .execute();
      await db.insertInto("members_reports")
        .values({ ...lookedUp, id: `seen-${at}`, subscription_id: ids[1] ?? "", at_ms: report.at_ms + at }).execute();
    }
    const found = await search("1117");
    assertEquals([found.results.map(({ purchase_id }) => purchase_id).toSorted(), found.more], [ids.toSorted(), true]);
    const lookers = await search("+16502530155");
    assertEquals(lookers.results.map(({ purchase_id }) => purchase_id), ids.toReversed());
    assertEquals(lookers.more, false);
    for (const table of ["pay_executions", "subs_charges"] as const) {
      await db.deleteFrom(table).where("id", "like", "renewal-%").execute();
    }
    await db.deleteFrom("members_reports").where("id", "like", "seen-%").execute();
  });

  it("finds a purchase by the request id of every answer that made it, and its log lines by the same id", async () => {
    const { context, lines } = fixture;
    const app = createApp(context);
    const ids = new Map<string, string>();
    const visitor = visitorOf({
      origin: context.config.publicOrigin,
      now: () => context.clock.now(),
      send: async (request) => {
        const headers = new Headers(request.headers);
        headers.set("host", new URL(context.config.publicOrigin).host);
        const answer = await app.request(new Request(request, { headers }));
        ids.set(new URL(request.url).pathname.replace(/executions\/.*\//, "executions/"), requestIdOf(answer));
        return answer;
      },
    });
    const { body } = await visitor.buy("tck_3month_plan", "req@mail.example", "5555555555554444");
    const bought: string = body.subscription_id;
    const { uid: buyer, idToken } = await visitor.signIn("req@mail.example", "Req Uest");
    const claim = { subscription_id: bought, email: "", firebase_id: buyer, apple_token: "", attribution: {} };
    await visitor.post("/subs/finalize", claim, { "x-id-token": idToken });
    await visitor.post(`/api/cancel-subscription/${bought}`, {}, { "x-id-token": idToken });
    const writers = [...ids].filter(([path]) =>
      /session$|consent$|authorize$|create-no-user$|finalize$|cancel-/.test(path)
    );
    assertEquals(writers.length, 6, [...ids.keys()].join(", "));
    for (const [path, id] of writers) {
      const { results, read_as } = await search(id);
      assertEquals([read_as, results.map((row) => [row.purchase_id, row.matched])], [
        "request_id",
        [[bought, "request"]],
      ], path);
      assert(lines.some((line) => line.includes("request.answered") && line.includes(id)), path);
    }
    const story = await support.get(`/api/admin/purchases/${bought}/timeline`);
    const caused = timelineSchema.parse(story.body).entries.flatMap(({ kind, facts }) =>
      facts.filter(({ name }) => name === "request_id").map(({ value }) => `${kind} ${value}`)
    );
    assert(caused.includes(`charge ${ids.get("/services/subscriptions/subs/create-no-user")}`), caused.join(", "));
  });

  it("finds what a job charged by the id of its run, and a declined payment by the id of its request", async () => {
    const { db } = fixture.context;
    const { execution_id } = await row();
    await db.updateTable("pay_intents").set({ request_id: "run-of-a-job" }).where("execution_id", "=", execution_id)
      .execute();
    assertEquals((await search("run-of-a-job")).results.map(({ purchase_id }) => purchase_id), [purchase]);
    const declined = await db.selectFrom("pay_intents").select(["execution_id", "request_id"])
      .where("outcome", "=", "declined").executeTakeFirstOrThrow();
    const { results } = await search(declined.request_id);
    assertEquals(results.map(({ kind, id, matched }) => [kind, id, matched]), [
      ["execution", declined.execution_id, "request"],
    ]);
  });

  it("says what it cannot find: an unknown id may belong to a request, and a part of an address matches nothing", async () => {
    assertEquals((await search(crypto.randomUUID())).read_as, "request_id");
    for (
      const query of ["ada", "ada.lovelace@mail", "%@mail.example", "_da.lovelace@mail.example", "424", "+1650253"]
    ) {
      assertEquals((await search(query)).results, [], query);
    }
  });

  it("reads what operators paste: a card as the console shows it, full-width digits, an address out of an email", async () => {
    const { receipt, request_id } = await fixture.context.db.selectFrom("subs_charges").select([
      "receipt",
      "request_id",
    ])
      .where("subscription_id", "=", purchase).executeTakeFirstOrThrow();
    const { execution_id } = await row();
    const printed = receipt.replaceAll("-", "\u2011");
    const cases = [
      [`Receipt: ${receipt}`, "reference"],
      [`Receipt no. ${receipt}.`, "reference"],
      [`#${receipt}`, "reference"],
      [`“${printed}”`, "reference"],
      [receipt.replaceAll("-", " – ").replaceAll(" ", ""), "reference"],
      [`(${purchase})`, "reference"],
      [`purchase=${purchase}`, "reference"],
      [`"${request_id}"`, "request_id"],
      [request_id.toUpperCase(), "request_id"],
      [`X-Request-Id: ${request_id}`, "request_id"],
      [`"requestId":"${request_id}",`, "request_id"],
      [`trustcheck.request_id=${request_id}`, "request_id"],
      [`tel:${NUMBER}`, "phone"],
      [`Tel. ${NUMBER}`, "phone"],
      ["650\u2011253\u20130000", "phone"],
      ["(650) 253\u22120000;", "phone"],
      ["card ending in 4242.", "last_four"],
      ["Visa ···· 4242,", "last_four"],
      [`${EMAIL},`, "email"],
      [`${EMAIL};`, "email"],
      [`${EMAIL}.`, "email"],
      [`'${EMAIL}'`, "email"],
      [`(${EMAIL})`, "email"],
      [`Email: ${EMAIL}`, "email"],
      [`mailto:${EMAIL}?subject=My%20plan`, "email"],
      [`https://shop.example/?email=${EMAIL.replace("@", "%40")}&x=1`, "email"],
      [EMAIL.replace("@", "%40"), "email"],
      [EMAIL.replace("@", "＠"), "email"],
      [`Ada Lovelace ${EMAIL}`, "email"],
      ["•••• 4242", "last_four"],
      ["Visa •••• 4242", "last_four"],
      ["**** **** **** 4242", "last_four"],
      ["XXXX-XXXX-XXXX-4242", "last_four"],
      ["ending in 4242", "last_four"],
      ["４２４２", "last_four"],
      ["4242\u200b", "last_four"],
      [`http://localhost:8000/access-product?vSubscriptionId=${purchase}`, "reference"],
      [`https://shop.example/activate?t=secret&vSubscriptionId=${purchase}#top`, "reference"],
      [`https://shop.example/admin/purchases/${purchase}`, "reference"],
      [`/admin/customers/acc-${uid}/timeline`, "reference"],
      [`https://shop.example/admin/executions/${execution_id}?x=1`, "reference"],
      [execution_id.replaceAll("-", ""), "reference"],
      [receipt.replaceAll("-", " "), "reference"],
      [`Receipt ${receipt.replaceAll("-", "").toLowerCase()}`, "reference"],
      [`${receipt}-R`, "reference"],
      [EMAIL.replace("@", "%40").replace("Ada", "%41da"), "email"],
      ["٤٢٤٢", "last_four"],
      ["۴۲۴۲", "last_four"],
      ["+١٦٥٠٢٥٣٠٠٠٠", "phone"],
      [`<${EMAIL}>`, "email"],
      [`Ada Lovelace <${EMAIL}>`, "email"],
      [`mailto:${EMAIL}`, "email"],
      [` ${EMAIL}\u00a0`, "email"],
    ] as const;
    const read = async (query: string) => {
      const { read_as, results } = await search(query);
      return [query, results.some(({ id }) => id === `acc-${uid}` || id === purchase) ? read_as : "not found"];
    };
    // One after the other: a busy machine refuses some of sixty searches at once.
    const answers: (readonly string[])[] = [];
    for (const [query] of cases) answers.push(await read(query));
    assertEquals(answers, cases as never);
    // A whole card number is not looked up, and the log has no digit of it.
    const cards = ["4242424242424242", "4242 4242 4242 4242", "Card: 4242-4242-4242-4242", "378282246310005"]
      .concat(["4222222222222", "4222 222 222 222"]);
    for (const query of cards) {
      const { read_as, results } = await search(query);
      assertEquals([read_as, results], ["card_number", []], query);
    }
    const rows = await fixture.context.db.selectFrom("admin_audit").select("facts_json").where("what", "=", "searched")
      .orderBy("n", "desc").limit(cards.length).execute();
    const facts = JSON.stringify([["read_as", "card_number"], ["results", "0"]]);
    assertEquals(rows.map(({ facts_json }) => facts_json), cards.map(() => facts));
    // A phone number of 13 digits: with its + whatever its check digit, without it where it is no card's.
    for (const query of ["+4915112345678", "Tel. +49 1511 2345678", "4915112345679"]) {
      assertEquals((await search(query)).read_as, "phone", query);
    }
    assertEquals((await search("4915112345678")).read_as, "card_number");
    assert(!fixture.lines.some((line) => line.includes("4242424242424242")));
    // Letters among the digits are a reference, of which there is none.
    for (const query of ["42a2", "4242a", "a4242b", "sub_4242", "1•4242"]) {
      const { read_as, results } = await search(query);
      assertEquals([read_as, results], ["reference", []], query);
    }
  });

  it("O-CONSOLE-11: shows the customer, masked: no page and no preview holds the address, the name or a number", async () => {
    const answer = await support.get(`/api/admin/customers/acc-${uid}`);
    const customer = customerSchema.parse(answer.body);
    assertEquals([customer.email.masked, customer.name.masked, customer.phone.masked], [
      "a•••@m•••.example",
      "A••• L•••",
      "+1•••99",
    ]);
    const [bought] = customer.purchases;
    assertEquals([bought?.id, bought?.status, bought?.instrument.last_four], [purchase, "trial", "4242"]);
    assertEquals([customer.account?.email_verified, customer.lookups.total, customer.erased], [true, 1, false]);
    assertEquals(new Set(customer.emails.map(({ to }) => to.masked.toLowerCase())), new Set(["a•••@m•••.example"]));
    assertEquals(customer.possible, ["export", "erase"]);
    const all = [answer.body, await timeline()];
    for (const query of [EMAIL, NUMBER, OWN_NUMBER, "4242"]) {
      const found = await search(query);
      assertEquals(found.results[0]?.id, `acc-${uid}`, query);
      all.push(found);
    }
    const owner = await fixture.operator("owner");
    const { execution_id } = await row();
    for (
      const path of [
        ...[`customers/acc-${uid}/timeline`, `executions/${execution_id}/timeline`, "disputes", "differences"],
        ...["figures?from=2026-01-01&to=2026-01-02", "audit"],
      ]
    ) {
      const { status, body } = await owner.get(`/api/admin/${path}`);
      assertEquals(status, 200, path);
      all.push(body);
    }
    const { db } = fixture.context;
    const hook = await db.selectFrom("pay_webhooks").select("id").limit(1).executeTakeFirstOrThrow();
    for (
      const request of [
        { act: "refund", charge_id: customer.purchases[0]?.charges[0]?.id },
        { act: "cancel", purchase_id: purchase },
        { act: "resend", purchase_id: purchase },
        { act: "replay_webhook", webhook_id: hook.id },
        { act: "export", customer_id: `acc-${uid}` },
        { act: "erase", customer_id: `acc-${uid}` },
      ]
    ) {
      const { status, body } = await owner.post("/api/admin/acts/preview", request);
      assertEquals(status, 200, `${request.act} ${JSON.stringify(body)}`);
      all.push(body);
    }
    const text = JSON.stringify(all).toLowerCase();
    for (
      const part of [EMAIL.toLowerCase(), "lovelace", "6502530000", "6502530199", "4242424242424242", "eve@"]
    ) {
      assert(!text.includes(part), part);
    }
    // The purchase's own id opens the same customer.
    assertEquals((await support.get(`/api/admin/customers/${purchase}`)).body.id, `acc-${uid}`);
  });

  it("says when the account was created and last used, and what was sent to its address once that is verified", async () => {
    const { db } = fixture.context;
    let emails: readonly string[] = [];
    const accountAfter = async (change: { is_disabled?: 0 | 1; email_verified?: 0 | 1; last_login_ms?: number }) => {
      await db.updateTable("id_users").set(change).where("uid", "=", uid).execute();
      const customer = customerSchema.parse((await support.get(`/api/admin/customers/acc-${uid}`)).body);
      emails = customer.emails.map(({ id }) => id);
      return customer.account;
    };
    const content = { kind: "sign-in", subject: "Sign in", text: "Sign in", html: "" };
    await enqueueEmails(db, [
      { key: "older", to: EMAIL, nowMs: fixture.clock.now() + 1, ...content },
      { key: "newer", to: EMAIL.toLowerCase(), nowMs: fixture.clock.now() + 2, ...content },
      { key: "other", to: `x${EMAIL}`, nowMs: fixture.clock.now() + 3, ...content },
    ]);
    const kept = await db.selectFrom("id_users").selectAll().where("uid", "=", uid).executeTakeFirstOrThrow();
    const created_at = new Date(kept.created_ms).toISOString();
    const shown = { created_at, last_sign_in_at: created_at, email_verified: true, disabled: false };
    const lastMs = kept.created_ms + 60_000;
    const last_sign_in_at = new Date(lastMs).toISOString();
    assertEquals(await accountAfter({ last_login_ms: kept.created_ms }), shown);
    const ofPurchases = emails.slice(2);
    assertEquals([emails.slice(0, 2), ofPurchases.length > 0], [["newer", "older"], true]);
    assertEquals(await accountAfter({ is_disabled: 1, last_login_ms: lastMs }), {
      ...shown,
      last_sign_in_at,
      disabled: true,
    });
    assertEquals(await accountAfter({ email_verified: 0 }), {
      ...shown,
      last_sign_in_at,
      email_verified: false,
      disabled: true,
    });
    assertEquals(emails, ofPurchases);
    await accountAfter({ is_disabled: 0, email_verified: 1, last_login_ms: kept.last_login_ms });
  });

  it("O-CONSOLE-14: shows everything that happened to a purchase, in order", async () => {
    const { entries, customer_id, failed_renewal, purchase: shown } = await timeline();
    assertEquals([customer_id, failed_renewal, shown?.id], [`acc-${uid}`, null, purchase]);
    const kinds = entries.map(({ kind, name }) => `${kind} ${name}`);
    for (
      const kind of [
        "execution opened",
        "consent given",
        "intent authorize",
        "move authorizeRequested",
        "move authorizeSuccessful",
        "intent capture",
        "move captureSuccessful",
        "charge first",
        "entitlement plan",
        "plan enrolled",
        "plan finalized",
        "webhook authorizeSuccessful",
      ]
    ) {
      assert(kinds.includes(kind), `${kind} is missing of ${kinds.join(", ")}`);
    }
    assert(kinds.some((kind) => kind.startsWith("email ")));
    assertEquals(entries.map(({ at }) => at), entries.map(({ at }) => at).toSorted());
    assert(kinds.indexOf("move authorizeRequested") < kinds.indexOf("move captureSuccessful"));
    assertEquals(new Set(entries.map(({ id }) => id)).size, entries.length);
    // A request that has been answered is no longer open.
    assertEquals(entries.filter(({ kind, state }) => kind === "move" && state === "open"), []);
    const charge = entries.find(({ kind }) => kind === "charge");
    assertEquals([charge?.possible, charge?.subject?.kind, charge?.state], [["refund"], "charge", "ok"]);
    const webhook = entries.find(({ kind }) => kind === "webhook");
    assertEquals([webhook?.possible, webhook?.facts.some(({ name }) => name === "attempts")], [
      ["replay_webhook"],
      true,
    ]);
  });

  it("shows a refund that is not sent yet at the time it was recorded", async () => {
    const { db } = fixture.context;
    const charge = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", purchase)
      .executeTakeFirstOrThrow();
    const nowMs = charge.created_ms + 60_000;
    const refund = refundRow({ charge, cents: 100, reason: "operator", nowMs });
    await db.insertInto("subs_refunds").values(refund).execute();
    const told = (await timeline()).entries.find(({ kind }) => kind === "refund");
    const { purchases } = customerSchema.parse((await support.get(`/api/admin/customers/${purchase}`)).body);
    const refunded = purchases.flatMap(({ charges }) =>
      charges.map((each) => [each.id === charge.id, each.refunded.minor])
    );
    await db.deleteFrom("subs_refunds").where("id", "=", refund.id).execute();
    assertEquals([told?.name, told?.state, told?.at], ["due", "open", new Date(nowMs).toISOString()]);
    assertEquals(refunded, [[true, 100]]);
  });

  it("says why a renewal failed, and when it is tried again", async () => {
    const visitor = createVisitor(fixture.context);
    const id = (await visitor.buy("tck_weekly_3dtrial", "bob@mail.example", "4000000000000341")).body.subscription_id;
    fixture.clock.advance(3 * 86_400_000 + 60_000);
    for (const work of fixture.context.works) await work();
    const again = await fixture.operator("support");
    const { body } = await again.get(`/api/admin/purchases/${id}/timeline`);
    const { failed_renewal: failed, entries } = timelineSchema.parse(body);
    assertEquals([failed?.declines, typeof failed?.retry_at], [1, "string"]);
    assert((failed?.decline ?? "") !== "");
    const { body: customer } = await again.get(`/api/admin/customers/${id}`);
    assertEquals(customer.paid, [{ minor: 100, currency: "USD" }], "what was declined is not paid");
    assert(entries.some(({ kind, name, reason }) => kind === "plan" && name === "declined" && reason !== ""));
    assert(entries.some(({ kind, name }) => kind === "move" && name === "authorizeFailed"));
    const emails = entries.filter(({ kind }) => kind === "email").map(({ facts }) => facts.map(({ name }) => name));
    assert(emails.length > 0 && emails.every((names) => names.join() === "delivery,attempts"), emails.join(" "));
    support = again;
  });

  it("O-CONSOLE-12: reveals one field with a reason, and the log has the reveal before the answer", async () => {
    const { body: customer } = await support.get(`/api/admin/customers/acc-${uid}`);
    const { subject, field } = customer.email.reveal;
    const ask = (reason: string, more = {}) => support.post("/api/admin/reveal", { subject, field, reason, ...more });
    assertEquals((await ask("customer called")).body.value, EMAIL.toLowerCase());
    const { body: named } = await support.post("/api/admin/reveal", {
      ...customer.name.reveal,
      reason: "customer called",
    });
    assertEquals(named.value, "Ada Lovelace");
    const sent = customer.emails[0].to.reveal;
    assertEquals((await support.post("/api/admin/reveal", { ...sent, reason: "bounced" })).body.value, EMAIL);
    const rows = await fixture.context.db.selectFrom("admin_audit").selectAll().where("what", "=", "revealed")
      .orderBy("n").execute();
    assertEquals(rows.map(({ subject_kind, reason, facts_json }) => [subject_kind, reason, facts_json]), [
      ["customer", "customer called", '[["field","email"]]'],
      ["customer", "customer called", '[["field","name"]]'],
      ["email", "bounced", '[["field","recipient"]]'],
    ]);
    for (const reason of ["", "  a ", "for ada@mail.example", "call +1 650 253 0000", "x".repeat(501)]) {
      assertEquals((await ask(reason)).status, 400, reason);
    }
    const none = await ask("customer called", { subject: { kind: "customer", id: "acc-nobody" } });
    assertEquals([none.status, none.body.code], [404, "unknown"]);
    assertEquals((await ask("customer called", { subject: { kind: "customer", id: EMAIL } })).status, 400);
    assertEquals((await ask("customer called", { field: "looked_up_number" })).status, 404);
    const ofPurchase = await ask("customer called", { subject: { kind: "purchase", id: purchase }, field: "name" });
    assertEquals(ofPurchase.status, 404, "another field than the page masks");
    const logged = await fixture.context.db.selectFrom("admin_audit").selectAll().execute();
    const tried = logged.filter(({ what, subject_id }) => what === "revealed" && subject_id === "acc-nobody");
    assertEquals(tried.length, 1, "the row stands before it is known what there is to reveal");
    const text = JSON.stringify(logged).toLowerCase() + fixture.lines.join("\n").toLowerCase();
    for (const part of ["lovelace", "mail.example", "6502530000", "253-0000"]) assert(!text.includes(part), part);
  });

  it("SECURITY: each look at a customer, a purchase or a payment is a row of the audit log", async () => {
    const reader = await fixture.operator("support");
    const { execution_id } = await row();
    const looks = [
      ["customers", `acc-${uid}`, ""],
      ["customers", `acc-${uid}`, "/timeline"],
      ["purchases", purchase, "/timeline"],
      ["executions", execution_id, "/timeline"],
    ] as const;
    for (const [kind, id, part] of looks) {
      const { db } = fixture.context;
      const { last } = await db.selectFrom("admin_audit").select((eb) => eb.fn.max("n").as("last"))
        .executeTakeFirstOrThrow();
      assertEquals((await reader.get(`/api/admin/${kind}/${id}${part}`)).status, 200);
      const rows = await db.selectFrom("admin_audit").select(["what", "subject_kind", "subject_id"])
        .where("n", ">", last).execute();
      assertEquals(rows, [{ what: "viewed", subject_kind: kind.slice(0, -1), subject_id: id }], `${kind}${part}`);
    }
  });

  it("SECURITY: without a session every call answers 401, and unknown ids answer 404 alike", async () => {
    const stranger = fixture.browser();
    for (
      const path of [
        `customers/acc-${uid}`,
        `purchases/${purchase}/timeline`,
        "executions/x/timeline",
        "customers/x/timeline",
      ]
    ) {
      const { status, body } = await stranger.get(`/api/admin/${path}`);
      assertEquals([status, body.code], [401, "sign_in_first"], path);
    }
    assertEquals((await stranger.post("/api/admin/search", { query: EMAIL })).status, 401);
    assertEquals((await stranger.post("/api/admin/reveal", {})).status, 401);
    for (
      const path of [
        ...["customers/acc-", "customers/x", "purchases/x/timeline", "executions/x/timeline"],
        ...[`customers/${purchase}/timeline`, "customers/acc-/timeline", "customers/acc-x/timeline"],
      ]
    ) {
      assertEquals((await support.get(`/api/admin/${path}`)).body.code, "unknown", path);
    }
  });

  it("O-CONSOLE-13: an operator can copy no customer list: searches and reveals have a limit", async () => {
    const greedy = await fixture.operator("owner");
    const ask = () =>
      greedy.post("/api/admin/reveal", {
        subject: { kind: "customer", id: "acc-x" },
        field: "email",
        reason: "why not",
      });
    const beganMs = fixture.clock.now();
    for (let at = 0; at < 30; at++) assertEquals((await ask()).status, 404);
    const refused = await ask();
    assertEquals([refused.status, refused.body.code], [429, "too_many"]);
    const againMs = Date.parse(refused.body.params.at);
    assert(againMs >= beganMs + 600_000 && againMs <= fixture.clock.now() + 600_000, refused.body.params.at);
    for (let at = 0; at < 120; at++) {
      assertEquals((await greedy.post("/api/admin/search", { query: "" })).status, 400);
    }
    assertEquals((await greedy.post("/api/admin/search", { query: EMAIL })).status, 429);
  });

  it("O-CONSOLE-13: pages have a limit as well: 1,200 calls in ten minutes", async () => {
    const { db } = fixture.context;
    const greedy = await fixture.operator("owner");
    const look = async () => (await greedy.get(`/api/admin/customers/acc-${uid}`)).status;
    await db.deleteFrom("app_limits").execute();
    assertEquals(await look(), 200);
    const [count] = await db.selectFrom("app_limits").select("count").execute();
    assertEquals(count, { count: 1 });
    await db.updateTable("app_limits").set({ count: 1_199 }).execute();
    assertEquals([await look(), await look()], [200, 429]);
  });

  it("O-CONSOLE-32: shows the timeline of an account without a purchase: sign-ins, emails and acts, even after the erasure", async () => {
    const visitor = createVisitor(fixture.context);
    // With signs that no random id holds.
    const email = "so.lo@mail.example";
    const { uid: solo } = await visitor.signIn(email, "Sölo Account");
    await visitor.post("/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k", {
      requestType: "EMAIL_SIGNIN",
      email,
      continueUrl: "http://localhost:8000/trustcheck/sign-in",
    });
    fixture.clock.advance(60_000);
    await visitor.signIn(email);
    const owner = await fixture.operator("owner");
    const story = async () => {
      const { status, body } = await owner.get(`/api/admin/customers/acc-${solo}/timeline`);
      assertEquals(status, 200, JSON.stringify(body));
      assert(!/so\.lo|sölo/i.test(JSON.stringify(body)), "masked");
      const { entries, customer_id, purchase: bought } = timelineSchema.parse(body);
      assertEquals([customer_id, bought], [`acc-${solo}`, null]);
      return entries;
    };
    const lived = await story();
    const kinds = lived.map(({ kind, name }) => `${kind} ${name}`);
    assertEquals([kinds[0], kinds.at(-1)], ["account opened", "account sign_in"]);
    assertEquals(kinds.filter((kind) => kind === "account sign_in").length, 2);
    assertEquals(lived.at(-1)?.facts, [{ name: "provider", value: "google.com" }]);
    assertEquals(lived.filter(({ kind }) => kind === "email").map(({ to }) => to?.masked), ["s•••@m•••.example"]);
    for (const act of ["export", "erase"]) {
      const { body } = await owner.post("/api/admin/acts/preview", { act, customer_id: `acc-${solo}` });
      const done = await owner.post("/api/admin/acts/confirm", { token: body.token, reason: "they asked" });
      assertEquals(done.status, 200, JSON.stringify(done.body));
      assertEquals((await story()).at(-1)?.name, act);
    }
    assertEquals((await story()).map(({ kind, name }) => [kind, name]), [["act", "export"], ["act", "erase"]]);
    const { body: other } = await owner.get(`/api/admin/customers/acc-${uid}/timeline`);
    assertEquals(timelineSchema.parse(other).entries.filter(({ kind }) => kind === "act"), []);
  });

  it("shows another merchant's execution on its own", async () => {
    const { context } = fixture;
    const token = await context.embedded.payments(
      new Request("http://p/auth/token/merchant-demo", { method: "POST", headers: { "x-api-key": "demo-secret" } }),
    );
    const { access_token } = await token.json();
    const opened = await context.embedded.payments(
      new Request("http://p/merchant/client/init", {
        method: "POST",
        headers: {
          authorization: `Bearer ${access_token}`,
          "content-type": "application/json",
          "x-idempotency-key": crypto.randomUUID(),
        },
        body: JSON.stringify({
          type: "dropIn",
          workflowCode: "payment-acceptance",
          merchantReference: "order-77",
          holderReference: "holder-77",
          amount: { value: "10.00", currency: "EUR" },
        }),
      }),
    );
    assertEquals(opened.status, 200, await opened.clone().text());
    const { results } = await search("order-77");
    assertEquals(results.map(({ kind, status }) => [kind, status]), [["execution", "created"]]);
    const { body } = await support.get(`/api/admin/executions/${results[0]?.id}/timeline`);
    assertEquals([body.customer_id, body.purchase, body.entries.length], [null, null, 1]);
    const { db } = context;
    const opened77 = await db.selectFrom("pay_executions").selectAll().where("merchant_reference", "=", "order-77")
      .executeTakeFirstOrThrow();
    const many = Array.from({ length: 21 }, (_, at) => ({ ...opened77, id: `many-${at}`, init_key: `many-${at}` }));
    await db.insertInto("pay_executions").values(many.map((each) => ({ ...each, merchant_reference: "order-many" })))
      .execute();
    const { results: shown, more } = await search("order-many");
    assertEquals([shown.length, more], [20, true], "a search lists no more, and says that there are");
    const { execution_id } = await row();
    const own = await support.get(`/api/admin/executions/${execution_id}/timeline`);
    assertEquals(own.body.purchase.id, purchase);

    // Some merchants put an address or a number into a reference: no reveal would be recorded.
    const named = {
      merchant_reference: "order 20261123001 of pat@mail.example, +1 650 253-0187",
      holder_reference: "pat@mail.example",
    };
    await db.insertInto("pay_executions").values({ ...opened77, ...named, id: "named", init_key: "named" }).execute();
    const referencesOf = async (id: string) => {
      const { body: { entries } } = await support.get(`/api/admin/executions/${id}/timeline`);
      return entries[0].facts.filter(({ name }: { name: string }) => name.endsWith("_reference"))
        .map(({ value }: { value: string }) => value);
    };
    assertEquals(await referencesOf("named"), ["order 20261123001 of p•••@m•••.example, +1•••87", "p•••@m•••.example"]);
    assertEquals(await referencesOf(opened77.id), ["order-77", "holder-77"]);
    const byAddress = await search("pat@mail.example");
    assertEquals([byAddress.read_as, byAddress.results.map(({ kind, id }) => [kind, id])], [
      "email",
      [["execution", "named"]],
    ]);
  });

  it("O-CONSOLE-40: shows what networks report of cards, and finds a replaced card by its old and its new last four digits", async () => {
    const bought = async (card: string) =>
      String(
        (await createVisitor(fixture.context).buy("tck_weekly_3dtrial", `card-${card}@mail.example`, card)).body
          .subscription_id,
      );
    const [replaced, closed] = [await bought("4000000000001083"), await bought("4000000000001091")];
    for (let minute = 0; minute < 3; minute++) {
      fixture.clock.advance(60_000);
      for (const work of fixture.context.works) await work();
    }
    const changesOf = async (id: string) => {
      const { entries } = timelineSchema.parse((await support.get(`/api/admin/purchases/${id}/timeline`)).body);
      return entries.filter(({ kind }) => kind === "card").map(({ name, facts, execution_id }) => {
        assert(execution_id !== null);
        return [name, Object.fromEntries(facts.map((fact) => [fact.name, fact.value]))];
      });
    };
    assertEquals(await changesOf(replaced), [["card_replaced", { old_last_four: "1083", new_last_four: "1125" }]]);
    assertEquals(await changesOf(closed), [["account_closed", { last_four: "1091" }]]);
    for (const digits of ["1083", "1125", "1091"]) {
      const { results, read_as } = await search(digits);
      const expected = digits === "1091" ? closed : replaced;
      assertEquals([read_as, results.map(({ purchase_id }) => purchase_id)], ["last_four", [expected]], digits);
    }
    // A renewal reads what was reported of its card; the plan's own entry says what that was.
    fixture.clock.advance(3 * 86_400_000);
    for (const work of fixture.context.works) await work();
    support = await fixture.operator("support");
    const { body } = await support.get(`/api/admin/purchases/${closed}/timeline`);
    const told = timelineSchema.parse(body).entries.find(({ kind, name }) =>
      kind === "plan" && name === "card_changed"
    );
    assertEquals(told?.facts, [{ name: "change", value: "account_closed" }]);
  });
});
