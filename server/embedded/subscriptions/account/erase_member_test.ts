/** TRUST T11: after a deletion the records are complete, and no table of this service leads to the person. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { contextOf } from "../build_context.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { listEmails } from "../../../outbox/list_emails.ts";
import { cancelCheckout } from "../checkout/cancel_checkout.ts";
import { openEmptyFixture } from "../testing/empty_fixture.ts";
import {
  addOn,
  ANN,
  buy,
  consentBody,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const TABLES = [
  "subs_checkouts",
  "subs_consents",
  "subs_subscriptions",
  "subs_charges",
  "subs_refunds",
  "subs_products",
  "subs_events",
  "subs_capabilities",
  "subs_requests",
  "mail_outbox",
] as const;
const both = { checkout: ANN, token: "ann-uid" };
const REQUEST = { email: "ann@example.com", product: "TCK", host: "localhost", emailing: true };

describe("erasing a member", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h, "tck_3month_plan");
    await addOn(h, id, "tck_guide_otp");
    const body = { subscription_id: id, email: "", firebase_id: "ann-uid", apple_token: "", attribution: {} };
    assertEquals((await h.call("POST", "/subs/finalize", both, body)).status, 200);
    await h.call("POST", "/cancel-request", {}, REQUEST);
    await eventually(() => h.mails.some(({ kind }) => kind === "cancel-request"));
  });
  afterEach(() => h.close());

  const dump = async () => {
    const rows = await Promise.all(TABLES.map((table) => h.db.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows);
  };
  const books = () =>
    h.db.selectFrom("subs_charges").select(["id", "kind", "cents", "state", "settled_ms", "execution_id"]).orderBy("id")
      .execute();

  it("is refused while a plan renews", async () => {
    assertEquals((await h.call("POST", "/forget-member", both)).status, 409);
    assertEquals((await h.call("POST", "/forget-member", { checkout: ANN })).status, 401);
    assertMatch(await dump(), /ann@example\.com/i);
  });

  it("leaves charges, receipts and shown prices, and no address, name, account or browser", async () => {
    await h.call("POST", `/cancel-subscription/${id}`, both);
    // A value that came with a link may name a person too.
    await h.db.updateTable("subs_subscriptions").set({ instrument_vault: "of-ann" }).where("id", "=", id).execute();
    await h.db.updateTable("subs_consents").set({ link_text_version: "of-ann" }).execute();
    const before = await books();
    const consents = () =>
      h.db.selectFrom("subs_consents").select(["text_sha256", "shown_json"]).orderBy("text_sha256").execute();
    const shown = await consents();
    assertEquals((await h.call("POST", "/forget-member", both)).body, { invoices: 1 });
    const text = await dump();
    for (
      const trace of [/ann@example\.com/i, /ann-uid/, new RegExp(ANN), /Mountain View/, /94043/, /"Lee"/, /of-ann/]
    ) {
      assert(!trace.test(text), `${trace} is left`);
    }
    assertEquals(await books(), before);
    assertEquals(await consents(), shown);
    assert(h.mails.some(({ kind, to }) => kind === "cancelled" && to === "Ann@Example.com"));
    for (const who of [both, { checkout: ANN }, { token: "ann-uid" }]) {
      assertEquals((await h.call("POST", `/subscriptions/${id}`, who)).status, 404);
    }
    assertEquals((await h.call("POST", "/forget-member", both)).body, { invoices: 0 });
  });

  const card = (id: string, holderReference: string) =>
    h.payments.cards.set(id, { id, status: "enabled", holderReference, data: {} });
  const holderOf = async () =>
    (await h.db.selectFrom("subs_subscriptions").select("holder_reference").executeTakeFirstOrThrow()).holder_reference;

  it("deletes every stored card of the member's holder, and none of another holder's", async () => {
    const holder = await holderOf();
    card("own", holder);
    card("own-before", holder);
    card("theirs", "holder-2");
    await h.call("POST", `/cancel-subscription/${id}`, both);
    assertEquals((await h.call("POST", "/forget-member", both)).status, 200);
    assertEquals([...h.payments.cards.keys()], ["theirs"]);
    assertEquals(h.payments.erasedRecords, [holder]);
    assertEquals((await dump()).includes(holder), false);
  });

  it("of two people with one holder, only the card of the member's own purchase is deleted", async () => {
    const row = await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    const theirs = { id: "sub-ben", execution_id: "ex-ben", user_id: "ben-uid", email: "ben@example.com" };
    await h.db.insertInto("subs_subscriptions")
      .values({ ...row, ...theirs, email_key: theirs.email, payment_instrument_id: "of-ben" }).execute();
    card(row.payment_instrument_id, row.holder_reference);
    card("of-ben", row.holder_reference);
    card("of-nobody-known", row.holder_reference);
    await h.call("POST", `/cancel-subscription/${id}`, both);
    assertEquals((await h.call("POST", "/forget-member", both)).status, 200);
    assertEquals([...h.payments.cards.keys()], ["of-ben", "of-nobody-known"]);
    assertEquals(h.payments.erasedRecords, []);
    const ben = await h.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", "sub-ben")
      .executeTakeFirstOrThrow();
    assertEquals([ben.email, ben.holder_reference, ben.payment_instrument_id], [
      theirs.email,
      row.holder_reference,
      "of-ben",
    ]);
  });

  it("erases the evidence of the member's disputes, and not that of a person with the same holder", async () => {
    const row = await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    const theirs = { id: "sub-ben", execution_id: "ex-ben", user_id: "ben-uid", email: "ben@example.com" };
    await h.db.insertInto("subs_subscriptions").values({ ...row, ...theirs, email_key: theirs.email }).execute();
    const [paid] = h.payments.executions.values();
    assert(paid !== undefined);
    h.payments.executions.set("ex-ben", { ...paid, id: "ex-ben" });
    const zero = { value: "0.00" };
    const money = { withdrawn: zero, returned: zero, fee: zero, createdAt: new Date(h.clock.now()).toISOString() };
    for (const executionId of h.payments.executions.keys()) {
      const dispute = { executionId, kind: "chargeback", state: "lost", category: "fraudulent", ...money };
      h.payments.disputes.set(`of-${executionId}`, { id: `of-${executionId}`, ...dispute });
    }
    const own = [...h.payments.disputes.keys()].filter((dispute) => dispute !== "of-ex-ben");
    await h.call("POST", `/cancel-subscription/${id}`, both);
    assertEquals((await h.call("POST", "/forget-member", both)).status, 200);
    assertEquals([own.length > 1, h.payments.erasedEvidence.toSorted()], [true, own.toSorted()]);
  });

  it("erases nothing while the payments service does not delete the cards", async () => {
    card("own", await holderOf());
    await h.call("POST", `/cancel-subscription/${id}`, both);
    h.payments.before = ({ method }) =>
      method === "DELETE" ? Response.json({ errors: [] }, { status: 400 }) : undefined;
    assertEquals((await h.call("POST", "/forget-member", both)).status, 502);
    assertMatch(await dump(), /ann@example\.com/i);
    h.payments.before = () => undefined;
    assertEquals((await h.call("POST", "/forget-member", both)).body, { invoices: 1 });
    assertEquals([...h.payments.cards.keys()], []);
  });

  it("leaves the consents of other people who share the browser", async () => {
    const ben = { checkout: ANN, token: "ben-uid" };
    await h.call("GET", "/init/session?plan_id=tck_weekly_3dtrial", ben);
    const agreed = await h.db.selectFrom("subs_consents").selectAll().executeTakeFirstOrThrow();
    const theirs = {
      ...agreed,
      id: "ben",
      user_id: "ben-uid",
      email: "ben@example.com",
      subscription_id: null,
      used_by: null,
    };
    await h.db.insertInto("subs_consents").values(theirs).execute();
    await h.call("POST", `/cancel-subscription/${id}`, both);
    assertEquals((await h.call("POST", "/forget-member", both)).status, 200);
    const row = await h.db.selectFrom("subs_consents").selectAll().where("id", "=", "ben").executeTakeFirst();
    assertEquals(row, theirs);
  });

  it("erases a consent that was given without signing in, under the member's address in any spelling", async () => {
    const plan = "tck_weekly_3dtrial";
    await h.call("GET", `/init/session?plan_id=${plan}`, { checkout: ANN });
    const consent = consentBody(h, plan, { email: "ANN@example.com" });
    assertEquals((await h.call("POST", "/consents", { checkout: ANN }, consent)).status, 200);
    await h.call("POST", `/cancel-subscription/${id}`, both);
    assertEquals((await h.call("POST", "/forget-member", both)).status, 200);
    assert(!/ann@example\.com/i.test(await dump()));
  });

  it("erases consents and emails under an address whose capitals only JavaScript knows", async () => {
    const plan = "tck_weekly_3dtrial";
    const upper = "J\u00dcRGEN@Example.com";
    await h.db.updateTable("subs_subscriptions").set({ email: upper, email_key: upper.toLowerCase() }).execute();
    await h.call("GET", `/init/session?plan_id=${plan}`, { checkout: ANN });
    assertEquals(
      (await h.call("POST", "/consents", { checkout: ANN }, consentBody(h, plan, { email: upper }))).status,
      200,
    );
    const email = {
      key: "sent",
      kind: "enrolment",
      to: upper,
      subject: "Hi",
      text: "",
      html: "",
      nowMs: h.clock.now(),
    };
    const others = { ...email, key: "other", to: "j\u00e4rgen@example.com" };
    await enqueueEmails(h.db, [email, others]);
    const listed = await listEmails(h.db, { purchaseIds: [], to: upper.toLowerCase() });
    assertEquals(listed.map(({ recipient }) => recipient), [upper]);
    await h.call("POST", `/cancel-subscription/${id}`, both);
    await h.ports.sender.sendDue();
    const member = { checkout: ANN, token: `ann-uid:${upper.toLowerCase()}` };
    assertEquals((await h.call("POST", "/forget-member", member)).status, 200);
    const left = await dump();
    assertEquals([/j\u00fcrgen/i.test(left), left.includes(others.to)], [false, true]);
  });

  it("erases the holder of checkouts that the member gave up", async () => {
    const holder = await holderOf();
    const given = executionIn(await h.call("GET", "/init/session?plan_id=tck_weekly_3dtrial", both));
    await cancelCheckout(contextOf(h.ports), given);
    const { holder_reference } = await h.db.selectFrom("subs_checkouts").select("holder_reference")
      .where("execution_id", "=", given).executeTakeFirstOrThrow();
    assertEquals(holder_reference, holder);
    await h.call("POST", `/cancel-subscription/${id}`, both);
    assertEquals((await h.call("POST", "/forget-member", both)).status, 200);
    assert(!(await dump()).includes(holder));
  });

  it("erases the requests by email of a member who bought nothing", async () => {
    await h.call("POST", "/cancel-request", {}, { ...REQUEST, email: "Ben@Example.com" });
    await h.call("POST", "/cancel-request", {}, { ...REQUEST, email: "eve@example.com" });
    const asked = async () =>
      (await h.db.selectFrom("subs_requests").select("email_key").orderBy("email_key").execute())
        .map(({ email_key }) => email_key);
    assertEquals(await asked(), ["ann@example.com", "ben@example.com", "eve@example.com"]);
    const forgotten = await h.call("POST", "/forget-member", { token: "ben-uid:Ben@Example.com" });
    assertEquals([forgotten.status, forgotten.body], [200, { invoices: 0 }]);
    assertEquals(await asked(), ["ann@example.com", "eve@example.com"]);
    // An address that is not proven may be another person's.
    await h.call("POST", "/forget-member", { token: "mallory:eve@example.com:unverified" });
    assertEquals(await asked(), ["ann@example.com", "eve@example.com"]);
  });

  it("erases the emails of the member's plans and those to the verified address, waiting ones once they are sent", async () => {
    const known = { checkout: ANN, token: "ann-uid:ann@example.com" };
    await h.ports.sender.sendDue();
    h.mailFails = true;
    await h.call("POST", `/cancel-subscription/${id}`, both);
    await h.ports.sender.sendDue();
    assertEquals((await h.call("POST", "/forget-member", known)).status, 200);
    const left = () => h.db.selectFrom("mail_outbox").select(["kind"]).where("recipient", "!=", "").execute();
    assertEquals(await left(), [{ kind: "cancelled" }]);
    h.mailFails = false;
    h.clock.advance(60_000);
    await h.ports.sender.sendDue();
    assertEquals(h.mails.at(-1)?.kind, "cancelled");
    // What the links of a waiting email could do is erased with the person.
    assert(h.deadLinks.splice(0).every((link) => link.startsWith("cancelled: ")));
    assertEquals(await left(), []);
    assert((await h.db.selectFrom("mail_outbox").select("id").execute()).length >= 4);
  });

  it("still refunds what is owed, and sends no email about it", async () => {
    const { leavings } = (await h.call("POST", "/leaving-of", both)).body as {
      leavings: { withdrawals: { charge_id: string }[] }[];
    };
    const charges = leavings[0]?.withdrawals.map(({ charge_id }) => charge_id) ?? [];
    h.payments.before = (request) => request.url.endsWith("/refund") ? new Response("", { status: 503 }) : undefined;
    assertEquals((await h.call("POST", `/withdraw/${id}`, both, { charges })).status, 200);
    await eventually(async () =>
      (await h.db.selectFrom("subs_refunds").select("attempts").execute()).every(({ attempts }) => attempts > 0)
    );
    assertEquals((await h.call("POST", "/forget-member", both)).status, 200);
    h.payments.before = () => undefined;
    h.clock.advance(3_600_000);
    await runDueWork(h.ports);
    await eventually(() =>
      h.payments.operations.filter((operation) => operation.startsWith("refund")).length === charges.length
    );
    await runDueWork(h.ports);
    assertEquals(h.mails.filter(({ kind, to }) => kind === "refunded" || to === "").length, 0);
    const waiting = await h.db.selectFrom("mail_outbox").select("id").where("sent_ms", "is", null).execute();
    assertEquals(waiting, []);
  });
});

onBothEngines("erasing a member while a plan changes", (place) => {
  it("is refused when a cancellation is taken back meanwhile: no plan renews without a person", async () => {
    const h = await openEmptyFixture({ place: place() });
    try {
      const id = await buy(h, "tck_3month_plan");
      const body = { subscription_id: id, email: "", firebase_id: "ann-uid", apple_token: "", attribution: {} };
      await h.call("POST", "/subs/finalize", both, body);
      await h.call("POST", `/cancel-subscription/${id}`, both);
      const written = Promise.withResolvers<void>();
      const commits = Promise.withResolvers<void>();
      const reactivation = h.db.transaction().execute(async (trx) => {
        await trx.updateTable("subs_subscriptions").set({ status: "active", next_charge_ms: h.clock.now() })
          .where("id", "=", id).execute();
        written.resolve();
        await commits.promise;
      });
      await written.promise;
      const erasure = h.call("POST", "/forget-member", both);
      await new Promise((resolve) => setTimeout(resolve, 300));
      commits.resolve();
      await reactivation;
      assertEquals((await erasure).status, 409);
      const row = await h.db.selectFrom("subs_subscriptions").select(["status", "user_id"]).where("id", "=", id)
        .executeTakeFirstOrThrow();
      assertEquals(row, { status: "active", user_id: "ann-uid" });
    } finally {
      await h.close();
    }
  });
});
