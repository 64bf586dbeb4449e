/** A person's data in the console: the export is complete, and after an erasure no table leads to the person. */
import { strFromU8, unzipSync } from "fflate";
import { after, before, it } from "@std/testing/bdd";
import { eventually } from "../../../tests/support/eventually.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
} from "../../../tests/support/console/console_fixture.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import type { Db } from "../../db/open.ts";
import { type ActRequest, doneSchema, previewSchema } from "../../wire/admin/acts.ts";

const EMAIL = "joy@mail.example";
const NAME = "Joy Division";
const OWN = "+16502530123";
const LOOKED_UP = "+16502530000";
const DAY_MS = 86_400_000;

/** Where the export contains what a table stores about a person, or why it contains nothing from that table. */
const EXPORTED: Readonly<Record<string, `${string}.json` | { readonly not: string }>> = {
  id_users: "account.json",
  id_links: "account-providers.json",
  id_factors: "account-second-factors.json",
  id_refresh_tokens: "account-sign-ins.json",
  id_attempts: { not: "a count of failed tries" },
  id_codes: { not: "hashes of codes, for minutes" },
  id_pending: { not: "sign-ins under way, for minutes" },
  id_phone_sessions: { not: "hashes of codes, for minutes" },
  passkeys: "passkeys.json",
  passkey_challenges: { not: "for minutes" },
  members_profiles: "profile.json",
  members_profile_subscriptions: "subscriptions.json",
  members_reports: "reports.json",
  members_batches: "lists.json",
  members_number_reports: "numbers-i-reported.json",
  members_disputes: "numbers-i-reported.json",
  members_registry_searches: "registry-searches.json",
  members_watches: "numbers-i-watch.json",
  members_watch_links: { not: "hashes of links" },
  members_source_facts: { not: "facts about numbers, by hash, for a day" },
  members_allowances: { not: "counts of a purchase" },
  members_report_hashes: { not: "hashes of files" },
  subs_subscriptions: "purchases.json",
  subs_charges: "purchase-charges.json",
  subs_refunds: "purchase-refunds.json",
  subs_products: "purchase-products.json",
  subs_credit_lots: "purchase-credits.json",
  subs_credit_spends: "purchase-credits-spent.json",
  subs_events: "purchase-events.json",
  subs_consents: "purchase-agreements.json",
  subs_checkouts: "purchase-checkouts.json",
  subs_disputes: "purchase-disputes.json",
  subs_requests: "purchase-requests-by-email.json",
  subs_capabilities: { not: "hashes of links" },
  subs_moves: { not: "moves of money that are stuck, of an execution" },
  subs_receipt_numbers: { not: "a count" },
  mail_outbox: "emails.json",
  pay_executions: "payments.json",
  pay_instruments: "stored-cards.json",
  pay_card_changes: "stored-card-changes.json",
  pay_disputes: "payment-disputes.json",
  pay_dispute_files: { not: "payment-dispute-evidence.json has them, as O-CONSOLE-35 shows" },
  pay_intents: { not: "calls of an execution" },
  pay_challenges: { not: "codes of the issuer, for minutes" },
  pay_webhook_endpoints: { not: "addresses of merchants" },
  pay_webhooks: { not: "copies of payments" },
  pay_idempotency: { not: "copies of answers, for hours" },
  pay_records: { not: "the shop collects none; other merchants answer for theirs" },
  pay_record_columns: { not: "the shop collects none; other merchants answer for theirs" },
  pay_displays: { not: "permissions for minutes" },
  pay_used_seals: { not: "hashes" },
  pay_velocity: { not: "keyed hashes" },
  pay_refusals: { not: "keyed hashes" },
  pay_guards: { not: "keyed hashes" },
  pay_feeds: { not: "times" },
  app_differences: { not: "sums of an execution" },
  app_keys: { not: "about servers" },
  app_limits: { not: "hashes" },
  app_probe: { not: "about servers" },
  app_servers: { not: "about servers" },
  funnel_events: { not: "names no visitor" },
  error_events: { not: "reports without personal data" },
  admin_audit: { not: "ids and amounts, about operators" },
  admin_act_subjects: { not: "ids, about operators" },
  admin_audit_head: { not: "about the log" },
  admin_previews: { not: "ids, masked, for minutes" },
  admin_operators: { not: "about operators" },
  admin_passkeys: { not: "about operators" },
  admin_sessions: { not: "about operators" },
  admin_challenges: { not: "about operators" },
  admin_enrolments: { not: "about operators" },
  admin_oidc_flows: { not: "about operators" },
};

/** What still names the holder of the payments: the books of the payments service, which disputes need. */
const KEEP_HOLDER = ["pay_executions", "pay_instruments"];

async function tablesOf(db: Db): Promise<readonly string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  return tables.filter((name) => !/migration|^sqlite_|^acq_/.test(name)).sort();
}

async function rowsOf(db: Db, table: string): Promise<string> {
  return JSON.stringify(await db.selectFrom(table as "subs_events").selectAll().execute());
}

/** Tables that contain this text anywhere. */
async function tablesWith(db: Db, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of await tablesOf(db)) {
    if ((await rowsOf(db, table)).toLowerCase().includes(text.toLowerCase())) found.push(table);
  }
  return found;
}

/** A row of a table that no call of these tests fills: what is not given is empty or 0. */
async function fill(db: Db, table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const found = (await db.introspection.getTables()).find(({ name }) => name === table);
  const row = Object.fromEntries(
    (found?.columns ?? []).filter(({ isNullable }) => !isNullable).map(
      (
        { name, dataType },
      ) => [name, /json/.test(name) ? "{}" : /int|real|numeric/i.test(dataType) ? 0 : `${name}-${table}`],
    ),
  );
  await db.insertInto(table as "subs_events").values({ ...row, ...values } as never).execute();
}

onBothEngines("a person in the console", (place) => {
  let fixture: ConsoleFixture;
  let support: ConsoleBrowser;
  before(async () => {
    fixture = await openConsole({ place: place() });
    support = await fixture.operator("support");
  });
  after(() => fixture.close());

  const preview = async (request: ActRequest) => {
    const { status, body } = await support.post("/api/admin/acts/preview", request);
    assertEquals(status, 200, JSON.stringify(body));
    return previewSchema.parse(body);
  };
  const act = async (request: ActRequest) => {
    const { token } = await preview(request);
    const { status, body } = await support.post("/api/admin/acts/confirm", { token, reason: "the customer asked" });
    assertEquals(status, 200, JSON.stringify(body));
    return doneSchema.parse(body);
  };
  const buy = async (email: string, card?: string): Promise<string> =>
    (await createVisitor(fixture.context).buy("tck_3month_plan", email, card)).body.subscription_id;
  const purchaseOf = (id: string) =>
    fixture.context.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  /** An account with a claimed and an unclaimed purchase, and a row about the person in every table. */
  async function livePerson(email: string) {
    const { db, clock } = fixture.context;
    const visitor = createVisitor(fixture.context);
    const id: string = (await visitor.buy("tck_3month_plan", email)).body.subscription_id;
    const { idToken, uid } = await visitor.signIn(email, NAME);
    const headers = { "x-id-token": idToken };
    const claims = { subscription_id: id, email, firebase_id: uid, apple_token: "", attribution: {} };
    assertEquals((await visitor.post("/subs/finalize", claims, headers)).status, 200);
    const unclaimed: string = (await createVisitor(fixture.context).buy("tck_3month_plan", email, "5555555555554444"))
      .body.subscription_id;
    const ask = { user_id: uid, phone_number: LOOKED_UP, subscription_id: id, name: "", email };
    assertEquals((await visitor.post("/services/report", ask, headers)).status, 200);
    const own = { phone_number: OWN, country: "US" };
    await visitor.post("/services/profile/own-number", own, headers);
    const { holder_reference: holder, execution_id, payment_instrument_id } = await purchaseOf(id);
    const charge = await db.selectFrom("subs_charges").select("id").where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
    const at = { created_ms: clock.now(), at_ms: clock.now() };
    const person = { user_id: uid, at_ms: at.at_ms };
    const ofPurchase = { subscription_id: id, charge_id: charge.id };
    const rows: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["id_factors", { id: uid, uid, phone_number: OWN, display_name: NAME }],
      ["id_codes", { code_hash: uid, email: `old-${email}`, new_email: email, expires_ms: at.at_ms + DAY_MS }],
      ["id_attempts", { email }],
      ["passkeys", { id: uid, uid, name: `Phone of ${NAME}` }],
      ["passkey_challenges", { challenge: uid, uid }],
      ["members_batches", { ...person, id: uid, body: "[]" }],
      ["members_number_reports", { id: uid, reporter_id: uid, e164: "+16502530009", at_ms: at.at_ms }],
      ["members_disputes", { ...person, id: uid, e164: OWN }],
      ["members_registry_searches", { ...person, id: uid }],
      ["members_watches", { id: uid, user_id: uid, email, e164: OWN, due_ms: at.at_ms + DAY_MS }],
      ["subs_products", { ...ofPurchase, id: `product-${uid}` }],
      ["subs_refunds", { ...ofPurchase, id: `refund-${uid}`, reason: "operator", state: "dropped" }],
      ["subs_credit_lots", { ...ofPurchase, id: `lot-${uid}` }],
      ["subs_credit_spends", { ...ofPurchase, spend_id: uid, lot_id: `lot-${uid}` }],
      ["subs_disputes", { ...ofPurchase, id: `dispute-${uid}` }],
      ["subs_requests", { id: uid, kind: "cancel", email_key: email, done_ms: at.at_ms, at_ms: at.at_ms }],
      ["pay_card_changes", { instrument_id: payment_instrument_id, old_suffix: "4242", changed_ms: at.at_ms }],
      ["pay_disputes", {
        id: uid,
        acquirer_id: uid,
        execution_id,
        holder_reference: holder,
        state: "lost",
        history: "[]",
      }],
    ];
    for (const [table, values] of rows) {
      const columns = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
      const known = Object.entries(values).filter(([name]) => columns.some((column) => column.name === name));
      await fill(db, table, Object.fromEntries(known));
    }
    return { visitor, id, uid, unclaimed, holder, instrument: payment_instrument_id, headers, idToken };
  }

  /** Fails while a table leads to the person; what disputes need about the holder and the card may stay. */
  async function assertGone({ id, uid, unclaimed, holder }: Awaited<ReturnType<typeof livePerson>>, email: string) {
    const { db } = fixture.context;
    for (const part of [email, NAME, OWN]) assertEquals(await tablesWith(db, part), [], part);
    const named = (await tablesWith(db, uid)).filter((table) => !["admin_audit", "admin_previews"].includes(table));
    // These rows were written by this test with the account for an id; none has a column for a person.
    const ids = [
      "pay_disputes",
      "subs_credit_lots",
      "subs_credit_spends",
      "subs_disputes",
      "subs_products",
      "subs_refunds",
    ];
    assertEquals(named.filter((table) => !ids.includes(table)), [], uid);
    for (const purchase of [id, unclaimed]) {
      const row = await purchaseOf(purchase);
      assertEquals([row.email, row.payment_instrument_id, row.card_label, row.address_json], ["", "", "", "{}"]);
    }
    const { rows, sealed } = await cardsOf(holder);
    const cards = rows.map((row) => row.id);
    assertEquals(await db.selectFrom("pay_card_changes").selectAll().where("instrument_id", "in", cards).execute(), []);
    assertEquals([rows.length > 0, sealed], [true, 0]);
    for (const row of rows) {
      const { id: _, client_id: __, holder_reference: ___, created_ms: ____, updated_ms: _____, ...left } = row;
      const kept = Object.fromEntries(Object.entries(left).filter(([, value]) => value !== null));
      assertEquals(kept, {
        payment_method: "card",
        status: "deleted",
        is_default: 0,
        network: row.network,
        suffix: row.suffix,
        future_usage: row.future_usage,
      });
    }
  }
  /** The purchases of each erasure of this account that the log names, by which it is repeated after a restore. */
  const erasedInLog = (uid: string): readonly (readonly string[])[] =>
    fixture.lines.map((line) => JSON.parse(line)).filter(({ event, account }) =>
      event === "person.erased" && account === uid
    ).map(({ purchases }) => purchases.toSorted());
  const cardsOf = async (holder: string) => {
    const rows = await fixture.context.db.selectFrom("pay_instruments").selectAll()
      .where("holder_reference", "=", holder).execute();
    return { rows, sealed: rows.filter(({ sealed_number }) => sealed_number !== null).length };
  };

  it("O-CONSOLE-18: the export has every table that holds personal data, for the session that confirmed it", async () => {
    const { db } = fixture.context;
    assertEquals((await tablesOf(db)).filter((table) => !(table in EXPORTED)), [], "say where the export has them");
    const { uid, id, unclaimed } = await livePerson(EMAIL);
    const { download, state } = await act({ act: "export", customer_id: `acc-${uid}` });
    assertEquals(state, "done");
    const files = unzipSync((await support.get(download ?? "")).body);
    for (const [table, file] of Object.entries(EXPORTED)) {
      if (typeof file !== "string") continue;
      const text = strFromU8(files[file] ?? new Uint8Array());
      assert(!["", "{}", "[]"].includes(text.replaceAll(/\s/g, "")), `${table} has nothing in ${file}`);
    }
    const text = Object.values(files).map((bytes) => strFromU8(bytes)).join("\n");
    for (const part of [EMAIL, NAME, LOOKED_UP, OWN, id, unclaimed, "4242", "4444", `Phone of ${NAME}`]) {
      assert(text.includes(part), part);
    }
    // Nothing in the file signs in or pays.
    const account = await db.selectFrom("subs_subscriptions").select("checkout_hash").where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (const part of [account.checkout_hash, "sealed", '"password":', "token_hash", "public_key", "/activate#"]) {
      assert(!text.includes(part), part);
    }
    assertEquals((await (await fixture.operator("support")).get(download ?? "")).status, 404);
    assertEquals((await support.get(download ?? "")).status, 200);
    const rows = await db.selectFrom("admin_audit").select(["subject_kind", "subject_id"])
      .where("what", "=", "downloaded").execute();
    const each = { subject_kind: "customer", subject_id: `acc-${uid}` };
    assertEquals(rows, [each, each], "each download is in the audit log, and no refused one");
  });

  it("O-CONSOLE-24: an erasure says what it erases, deletes the stored cards, and leaves no table that leads to the person", async () => {
    const [found] = (await support.post("/api/admin/search", { query: EMAIL })).body.results;
    const person = await personOf(found.id.slice("acc-".length));
    const shown = await preview({ act: "erase", customer_id: found.id });
    const counts = Object.fromEntries(
      shown.effects.flatMap((effect) => effect.kind === "data" ? [[effect.what, [effect.change, effect.count]]] : []),
    );
    assertEquals([counts.accounts, counts.purchases, counts.reports, counts.stored_cards], [
      ["erased", 1],
      ["anonymized", 2],
      ["erased", 1],
      ["erased", 2],
    ]);
    const { execution_id } = await purchaseOf(person.id);
    const { status, body } = await support.post("/api/admin/acts/confirm", { token: shown.token, reason: "asked to" });
    assertEquals(status, 200);
    const { facts_json } = await fixture.context.db.selectFrom("admin_audit").select("facts_json")
      .where("n", "=", body.audit).executeTakeFirstOrThrow();
    const { status: first, status_2: second, email, email_2 } = Object.fromEntries(JSON.parse(facts_json));
    assertEquals([first, second, email, email_2], [
      ...["active > cancelled", "active > cancelled"],
      ...["cancelled", "cancelled"],
    ]);
    await assertGone(person, EMAIL);
    assertEquals(erasedInLog(person.uid), [[person.id, person.unclaimed].toSorted()]);
    const charge = await fixture.context.db.selectFrom("subs_charges").select(["state", "cents", "receipt"])
      .where("execution_id", "=", execution_id).executeTakeFirstOrThrow();
    assertEquals([charge.state, charge.cents > 0, /^TC-/.test(charge.receipt)], ["succeeded", true, true]);
    assertEquals((await purchaseOf(person.id)).status, "cancelled");
    assertEquals((await support.post("/api/admin/search", { query: EMAIL })).body.results, []);
    const again = await support.post("/api/admin/acts/preview", { act: "erase", customer_id: person.id });
    assertEquals(again.body.code, "state_forbids");
    assertEquals((await support.get(`/api/admin/customers/${person.id}`)).body.erased, true);
    // Temporary copies of the holder are gone after their time.
    await fixture.context.db.deleteFrom("subs_disputes").execute();
    fixture.clock.advance(40 * DAY_MS);
    for (const work of fixture.context.works) await work();
    assertEquals(
      (await tablesWith(fixture.context.db, person.holder)).filter((table) => table !== "pay_disputes"),
      KEEP_HOLDER,
    );
    support = await fixture.operator("support");
  });
  /** The person whom the test before has made. */
  async function personOf(uid: string) {
    const { db } = fixture.context;
    const claimed = await db.selectFrom("subs_subscriptions").selectAll().where("user_id", "=", uid)
      .executeTakeFirstOrThrow();
    const other = await db.selectFrom("subs_subscriptions").select("id").where("email_key", "=", EMAIL)
      .where("user_id", "=", "").executeTakeFirstOrThrow();
    const { id, holder_reference: holder, payment_instrument_id: instrument } = claimed;
    const visitor = createVisitor(fixture.context);
    return { visitor, id, uid, unclaimed: other.id, holder, instrument, headers: { "x-id-token": "" }, idToken: "" };
  }

  it("O-CONSOLE-35: evidence of disputes is in the export, and an erasure takes it: of an open dispute when that ends", async () => {
    const { context, clock } = fixture;
    const { db } = context;
    const email = "deb@mail.example";
    const words = `Customer Deb Disputed ${email}`;
    const work = async (ms: number) => {
      clock.advance(ms);
      for (const each of context.works) await each();
    };
    const visitor = createVisitor(context);
    const merchant = async () => {
      const path = "/services/payments/auth/token/merchant-demo";
      const { body } = await visitor.post(path, {}, { "x-api-key": "demo-secret" });
      return { authorization: `Bearer ${body.access_token}`, "x-idempotency-key": crypto.randomUUID() };
    };
    const [over, open] = [await buy(email, "4000000000000259"), await buy(email, "5200000000000015")];
    // Another person in the same browser has a holder of the same name, and a dispute of their own.
    const stranger = await buy("pam@mail.example", "4000000000000259");
    const { holder_reference } = await purchaseOf(over);
    await db.updateTable("subs_subscriptions").set({ holder_reference }).where("id", "=", stranger).execute();
    const strangers = (await purchaseOf(stranger)).execution_id;
    await db.updateTable("pay_executions").set({ holder_reference }).where("id", "=", strangers).execute();
    await work(61_000);
    support = await fixture.operator("support");
    const disputeOf = async (purchase: string) => {
      const { execution_id } = await purchaseOf(purchase);
      return await db.selectFrom("pay_disputes").selectAll().where("execution_id", "=", execution_id)
        .executeTakeFirstOrThrow();
    };
    const contest = async (purchase: string, evidence: string) => {
      const { id } = await disputeOf(purchase);
      const files = [{ name: "deb.txt", contentType: "text/plain", content: btoa(`${evidence} in a file`) }];
      const added = await visitor.post(
        `/services/payments/merchant/disputes/${id}/evidence`,
        { files },
        await merchant(),
      );
      assertEquals(added.status, 200, JSON.stringify(added.body));
      await act({ act: "answer_dispute", dispute_id: id, answer: "contest", evidence });
    };
    const left = async (purchase: string) => {
      const { id, state, sealed_texts } = await disputeOf(purchase);
      const files = await db.selectFrom("pay_dispute_files").select("id").where("dispute_id", "=", id).execute();
      return [state, sealed_texts !== null, files.length];
    };
    await contest(over, `${words} first`);
    await contest(stranger, "Customer Pam");
    await work(61_000);
    await contest(open, `${words} second`);
    assertEquals([await left(over), await left(open)], [["lost", true, 1], ["under_review", true, 1]]);

    const { download } = await act({ act: "export", customer_id: over });
    const files = unzipSync((await support.get(download ?? "")).body);
    const exported: readonly { texts: { other: string }; files: { name: string; content: string }[] }[] = JSON.parse(
      strFromU8(files["payment-dispute-evidence.json"] ?? new Uint8Array()),
    );
    assertEquals(
      exported.map(({ texts, files: [file] }) => [texts.other, file?.name, atob(file?.content ?? "")]).toSorted(),
      ["first", "second"].map((nth) => [`${words} ${nth}`, "deb.txt", `${words} ${nth} in a file`]),
    );

    const { token, effects } = await preview({ act: "erase", customer_id: over });
    assertEquals(
      effects.flatMap((effect) =>
        effect.kind === "data" && effect.what.startsWith("evidence") ? [[effect.what, effect.change, effect.count]] : []
      ),
      [["evidence_of_ended_disputes", "erased", 1], ["evidence_of_open_disputes", "kept_until_end", 1]],
    );
    const confirmed = await support.post("/api/admin/acts/confirm", { token, reason: "asked to" });
    assertEquals(confirmed.status, 200, JSON.stringify(confirmed.body));
    assertEquals([await left(over), await left(open)], [["lost", false, 0], ["under_review", true, 1]]);
    assertEquals(await tablesWith(db, "Deb Disputed"), [], "no preview holds the evidence in clear");
    await work(2 * 3_600_000);
    assertEquals(await left(open), ["lost", false, 0]);
    assertEquals(await left(stranger), ["lost", true, 1], "the stranger's evidence is theirs");
    assertEquals(await tablesWith(db, "Deb Disputed"), []);
    support = await fixture.operator("support");
  });

  const deleteAccount = async (visitor: ReturnType<typeof createVisitor>, idToken: string) => {
    const gone = await visitor.post("/services/profile/delete", { confirm: "delete" }, { "x-id-token": idToken });
    assertEquals(gone.status, 200, JSON.stringify(gone.body));
    await visitor.post("/identitytoolkit.googleapis.com/v1/accounts:delete?key=k", { idToken });
    return gone.body;
  };

  it("O-CONSOLE-26: deleting an account also erases the purchases of its verified address, claimed or not, and all cards", async () => {
    const email = "mia@mail.example";
    const person = await livePerson(email);
    const stranger = await buy("mia2@mail.example");
    // Receipts follow their purchases in the background.
    for (const work of fixture.context.works) await work();
    const before = await booksOf(person.unclaimed);
    // A look-up with the cookie of the purchase that was never claimed.
    await fill(fixture.context.db, "members_reports", {
      id: "of-cookie",
      user_id: "",
      subscription_id: person.unclaimed,
      e164: LOOKED_UP,
    });
    const { cancelled, invoices } = await deleteAccount(person.visitor, person.idToken);
    assertEquals([cancelled, invoices], [2, 2]);
    // The words about the cancellation go to the address, and are erased once they are sent.
    for (const work of fixture.context.works) await work();
    await assertGone(person, email);
    assertEquals(erasedInLog(person.uid), [[person.id, person.unclaimed].toSorted()]);
    assertEquals((await purchaseOf(person.unclaimed)).status, "cancelled");
    assertEquals(await booksOf(person.unclaimed), before);
    assertEquals((await reportsOf(person.unclaimed)).length, 0);
    assertEquals((await purchaseOf(stranger)).email, "mia2@mail.example");
  });
  /** What the law requires to keep of a purchase: amounts, receipts, and the words and prices that were agreed to. */
  const booksOf = async (id: string) => {
    const { db } = fixture.context;
    const charges = await db.selectFrom("subs_charges").select(["id", "cents", "state", "receipt", "consent_id"])
      .where("subscription_id", "=", id).execute();
    const consents = await db.selectFrom("subs_consents").select(["id", "text_sha256", "shown_json", "ip_network"])
      .where("id", "in", charges.map(({ consent_id }) => consent_id ?? "")).execute();
    assert(charges.length > 0);
    assertEquals(consents.length, charges.length);
    return { charges, consents };
  };
  const reportsOf = (id: string) =>
    fixture.context.db.selectFrom("members_reports").select("id").where("subscription_id", "=", id).execute();

  it("with an unverified address no purchase is erased", async () => {
    const { db } = fixture.context;
    const other = await buy("rob@mail.example");
    const visitor = createVisitor(fixture.context);
    const { body: { idToken, localId: uid } } = await visitor.post(
      "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
      { email: "rob@mail.example", password: "a long enough secret", returnSecureToken: true },
    );
    const account = await db.selectFrom("id_users").select("email_verified").where("uid", "=", uid)
      .executeTakeFirstOrThrow();
    assertEquals(Number(account.email_verified), 0);
    assertEquals((await deleteAccount(visitor, idToken)).invoices, 0);
    const { email, user_id, next_charge_ms } = await purchaseOf(other);
    assertEquals([email, user_id, next_charge_ms === null], ["rob@mail.example", "", false]);
  });

  /** The addresses of the emails that an export has. */
  const exportedTo = async (customer_id: string): Promise<readonly string[]> => {
    const { download } = await act({ act: "export", customer_id });
    const files = unzipSync((await support.get(download ?? "")).body);
    const emails: readonly { recipient: string }[] = JSON.parse(strFromU8(files["emails.json"] ?? new Uint8Array()));
    return emails.map(({ recipient }) => recipient);
  };
  const mailsTo = async (to: string) =>
    (await fixture.context.db.selectFrom("mail_outbox").select("id").where("recipient", "=", to).execute()).length;

  it("with an unverified address an operator exports and erases no email of its owner", async () => {
    const email = "roy@mail.example";
    const owned = await buy(email);
    await eventually(async () => (await purchaseOf(owned)).receipt_due_ms === null);
    const { body: { localId: uid } } = await createVisitor(fixture.context).post(
      "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
      { email, password: "a long enough secret", returnSecureToken: true },
    );
    const mailed = await mailsTo(email);
    assertEquals([mailed > 0, await exportedTo(`acc-${uid}`)], [true, []]);
    const { effects } = await preview({ act: "erase", customer_id: `acc-${uid}` });
    assertEquals(effects.map((effect) => effect.kind === "data" && effect.what), ["accounts"]);
    await act({ act: "erase", customer_id: `acc-${uid}` });
    assertEquals([await mailsTo(email), (await purchaseOf(owned)).email], [mailed, email]);
  });

  it("of a purchase without an account, an address that a claimed one has too is not proven", async () => {
    const { db } = fixture.context;
    const [email, own] = ["sam@mail.example", "sam@home.example"];
    const claimed = await buy(email);
    const { uid } = await createVisitor(fixture.context).signIn(own, "Sam");
    await db.updateTable("subs_subscriptions").set({ user_id: uid }).where("id", "=", claimed).execute();
    const typed = await buy(email);
    for (const id of [claimed, typed]) await eventually(async () => (await purchaseOf(id)).receipt_due_ms === null);
    const about = async (id: string) =>
      (await db.selectFrom("mail_outbox").select("recipient").where("subscription_id", "=", id).execute())
        .map(({ recipient }) => recipient);
    const before = await about(claimed);
    assertEquals((await exportedTo(typed)).length, (await about(typed)).length);
    await act({ act: "erase", customer_id: typed });
    assertEquals([before.length > 0, await about(claimed)], [true, before]);
    assertEquals((await about(typed)).filter((recipient) => recipient !== ""), []);
  });

  it("erases nothing while the payments service does not answer, and the next confirm erases all", async () => {
    const { db } = fixture.context;
    const visitor = createVisitor(fixture.context);
    const id: string = (await visitor.buy("tck_3month_plan", "nia@mail.example")).body.subscription_id;
    const { holder_reference: holder } = await purchaseOf(id);
    // The receipt follows in the background, and its email would change what the preview counted.
    await eventually(async () => (await purchaseOf(id)).receipt_due_ms === null);
    const ask = { user_id: "", phone_number: LOOKED_UP, subscription_id: id, name: "", email: "nia@mail.example" };
    assertEquals((await visitor.post("/services/report", ask)).status, 200);
    const { token } = await preview({ act: "erase", customer_id: id });
    const confirm = () => support.post("/api/admin/acts/confirm", { token, reason: "asked to" });
    await db.schema.alterTable("pay_card_changes").renameTo("pay_card_changes_away").execute();
    const failed = await confirm().finally(() =>
      db.schema.alterTable("pay_card_changes_away").renameTo("pay_card_changes").execute()
    );
    const { email, status } = await purchaseOf(id);
    assertEquals([failed.status >= 500, failed.body.code, email, status], [
      ...[true, "cards_not_deleted"],
      ...["nia@mail.example", "cancelled"],
    ]);
    assertMatch(failed.body.error, /nothing else was deleted. Plans that still renewed are canceled/);
    assertEquals((await reportsOf(id)).length, 1, "the look-up is still there");
    const done = await confirm();
    assertEquals([done.status, (await purchaseOf(id)).email, (await cardsOf(holder)).sealed], [200, "", 0]);
    assertEquals(await reportsOf(id), []);
  });

  it("says the same of an account, whose look-ups stay until the payments service has deleted the cards", async () => {
    const { db } = fixture.context;
    const { uid, id, unclaimed } = await livePerson("nik@mail.example");
    for (const work of fixture.context.works) await work();
    await fill(db, "members_reports", { id: "of-nik", user_id: "", subscription_id: unclaimed, e164: LOOKED_UP });
    const { token } = await preview({ act: "erase", customer_id: `acc-${uid}` });
    const confirm = () => support.post("/api/admin/acts/confirm", { token, reason: "asked to" });
    await db.schema.alterTable("pay_card_changes").renameTo("pay_card_changes_away").execute();
    const failed = await confirm().finally(() =>
      db.schema.alterTable("pay_card_changes_away").renameTo("pay_card_changes").execute()
    );
    const left = async () => [(await reportsOf(id)).length, (await reportsOf(unclaimed)).length];
    assertEquals([failed.body.code, await left()], ["cards_not_deleted", [1, 1]]);
    assertEquals([(await confirm()).status, await left()], [200, [0, 0]]);
  });

  it("exports and erases an account without an address", async () => {
    const { db, clock } = fixture.context;
    const at = { created_ms: clock.now(), last_login_ms: clock.now() };
    await fill(db, "id_users", { uid: "phone-only", phone_number: "+16502530777", is_disabled: 0, ...at });
    const { download } = await act({ act: "export", customer_id: "acc-phone-only" });
    const files = unzipSync((await support.get(download ?? "")).body);
    assert(strFromU8(files["account.json"] ?? new Uint8Array()).includes("+16502530777"));
    await act({ act: "erase", customer_id: "acc-phone-only" });
    assertEquals(await db.selectFrom("id_users").select("uid").where("uid", "=", "phone-only").execute(), []);
  });

  it("O-CONSOLE-20: an erasure that was cut off is finished by the next confirm, with the codes sent to the address", async () => {
    const { db } = fixture.context;
    const email = "pia@mail.example";
    const id = await buy(email);
    await eventually(async () => (await purchaseOf(id)).receipt_due_ms === null);
    await fill(db, "id_codes", { code_hash: "pia", email, new_email: "", expires_ms: fixture.clock.now() + DAY_MS });
    const { token } = await preview({ act: "erase", customer_id: id });
    const confirm = () => support.post("/api/admin/acts/confirm", { token, reason: "asked to" });
    await db.schema.alterTable("id_attempts").renameTo("id_attempts_away").execute();
    const failed = await confirm().finally(() =>
      db.schema.alterTable("id_attempts_away").renameTo("id_attempts").execute()
    );
    assert(failed.status >= 500);
    const { body, status } = await confirm();
    assertEquals([status, await tablesWith(db, email)], [200, []]);
    // The server died after it erased the person, and before it wrote so.
    await db.updateTable("admin_previews").set({ state: "running", lease_ms: 0, answer_json: "" })
      .where("audit", "=", body.audit).execute();
    const repeated = await confirm();
    assertEquals([repeated.status, repeated.body.audit, repeated.body.state], [200, body.audit, "done"]);
  });

  it("pages show the newest emails and say that there are more, an export has all of them", async () => {
    const { db, clock } = fixture.context;
    const email = "meg@mail.example";
    const id = await buy(email);
    await eventually(async () => (await purchaseOf(id)).receipt_due_ms === null);
    const count = async () =>
      (await db.selectFrom("mail_outbox").select("id").where("recipient", "=", email).execute()).length;
    const fillTo = async (total: number) => {
      const from = await count();
      const nowMs = clock.now();
      const sent = { kind: "reminder", recipient: email, subject: "", text: "", html: "", error: "", attempts: 1 };
      const row = { ...sent, subscription_id: id, created_ms: nowMs, sent_ms: nowMs, next_ms: nowMs };
      const rows = Array.from({ length: total - from }, (_, at) => ({ ...row, id: `meg-${from + at}` }));
      await db.insertInto("mail_outbox").values(rows).execute();
    };
    const shown = async () => {
      const { body: { emails, more_emails } } = await support.get(`/api/admin/customers/${id}`);
      const { body: timeline } = await support.get(`/api/admin/purchases/${id}/timeline`);
      const entries = timeline.entries.filter((entry: { readonly kind: string }) => entry.kind === "email");
      return [emails.length, more_emails, entries.length, timeline.more_emails];
    };
    await fillTo(50);
    assertEquals(await shown(), [50, false, 50, false]);
    await fillTo(51);
    assertEquals(await shown(), [50, true, 51, false]);
    await fillTo(1_001);
    assertEquals(await shown(), [50, true, 500, true]);
    const { effects } = await preview({ act: "export", customer_id: id });
    assertEquals(effects.find((effect) => effect.kind === "data" && effect.what === "emails"), {
      kind: "data",
      change: "exported",
      what: "emails",
      count: 1_001,
    });
    const { download } = await act({ act: "export", customer_id: id });
    const files = unzipSync((await support.get(download ?? "")).body);
    assertEquals(JSON.parse(strFromU8(files["emails.json"] ?? new Uint8Array())).length, 1_001);
  });

  it("shows the newest 100 purchases and says that there are more, exports all and erases all", async () => {
    const { db } = fixture.context;
    const id = await buy("max@mail.example");
    const first = await purchaseOf(id);
    for (let at = 1; at <= 105; at++) {
      const own = { id: `sub_max_${at}`, execution_id: `ex-max-${at}`, started_ms: first.started_ms - at };
      await db.insertInto("subs_subscriptions").values({ ...first, ...own, status: "cancelled" }).execute();
    }
    const { body: shown } = await support.get(`/api/admin/customers/${id}`);
    assertEquals([shown.purchases.length, shown.more_purchases], [100, true]);
    const { download } = await act({ act: "export", customer_id: id });
    const files = unzipSync((await support.get(download ?? "")).body);
    assertEquals(JSON.parse(strFromU8(files["purchases.json"] ?? new Uint8Array())).length, 106);
    await act({ act: "erase", customer_id: id });
    const left = await db.selectFrom("subs_subscriptions").select("id").where("email", "=", "max@mail.example")
      .execute();
    assertEquals(left, []);
    assertEquals((await support.get(`/api/admin/customers/${id}`)).body.more_purchases, false);
  });

  it("erases a customer without an account and does not touch an account with the same address", async () => {
    const { db } = fixture.context;
    const email = "kim@mail.example";
    const { uid } = await createVisitor(fixture.context).signIn(email, "Kim");
    const mailed = async (to: string) =>
      (await db.selectFrom("mail_outbox").select("id").where("recipient", "=", to).execute()).length;
    const reports = async (purchase: string) =>
      (await db.selectFrom("members_reports").select("id").where("subscription_id", "=", purchase).execute()).length;
    await createVisitor(fixture.context).post("/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k", {
      requestType: "EMAIL_SIGNIN",
      email,
    });
    const ownMails = await mailed(email);
    const visitor = createVisitor(fixture.context);
    const typed: string = (await visitor.buy("tck_3month_plan", email)).body.subscription_id;
    await eventually(async () => (await purchaseOf(typed)).receipt_due_ms === null);
    const ask = { user_id: "", phone_number: LOOKED_UP, subscription_id: typed, name: "", email };
    assertEquals((await visitor.post("/services/report", ask)).status, 200);
    const stranger = await buy("lee2@mail.example");
    assertEquals([ownMails, await mailed(email) > ownMails, await reports(typed)], [1, true, 1]);
    const { download } = await act({ act: "export", customer_id: typed });
    const files = unzipSync((await support.get(download ?? "")).body);
    const readme = strFromU8(files["README.txt"] ?? new Uint8Array());
    for (const name of readme.match(/[\w-]+\.json/g) ?? []) assert(name in files, `README.txt names ${name}`);
    assert(readme.includes("purchases.json"), readme);
    await act({ act: "erase", customer_id: typed });
    assert(erasedInLog("").some((purchases) => purchases.join() === typed));
    assertEquals([(await purchaseOf(typed)).email, (await purchaseOf(stranger)).email], ["", "lee2@mail.example"]);
    assertEquals([await mailed(email), await reports(typed)], [ownMails, 0]);
    const user = await db.selectFrom("id_users").select("uid").where("uid", "=", uid).executeTakeFirst();
    assertEquals(user?.uid, uid);
  });
});
