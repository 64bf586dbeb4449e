/**
 * The whole purchase against the embedded payments service, on both engines: first charge, add-on, renewals, declines.
 */
import { after, before, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { parseInit, payByCard, sealCard } from "../../../tests/support/payments/pay_by_card.ts";
import { silentLog } from "../../platform/log.ts";
import { consentSchema } from "../../wire/billing/purchase.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import type { Acquirer } from "../payments/acquirer/acquirer.ts";
import { type Ledger, openLedger } from "../payments/acquirer/ledger.ts";
import { createSimulator } from "../payments/acquirer/simulator.ts";
import { openPayments } from "../payments/payments.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { agreedChangeText } from "./testing/agreed_text.ts";
import {
  addOn,
  ANN,
  type Answer,
  answerIssuer,
  BOB,
  consentBody,
  createBody,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "./testing/fixture.ts";

const WEEKLY = "tck_weekly_3dtrial";

/** The stored instruments that a page could read in a session. */
function instrumentsIn(session: unknown): readonly unknown[] {
  const found: unknown[] = [];
  JSON.parse(atob((session as { data: string }).data), (name, value) => {
    if (name === "paymentInstruments") found.push(...value ?? []);
    return value;
  });
  return found;
}

onBothEngines("subscriptions with the embedded payments service", (place) => {
  let h: SubscriptionsFixture;
  let keysDir = "";
  let ledger: Ledger;
  /** How many operations the acquirer refuses before it agrees. */
  let refusals = 0;
  /** Lets the payments service read the acquirer's disputes; no webhook tells the subscriptions service. */
  let readDisputes = () => Promise.resolve();
  before(async () => {
    ledger = await openLedger({ kind: "sqlite", path: ":memory:" });
    keysDir = await Deno.makeTempDir({ prefix: "subscriptions-keys-" });
    h = await openSubscriptionsFixture({
      place: place(),
      payments: async (db, clock) => {
        const { answer, works } = await openPayments({
          db,
          clock,
          acquirer: refusing(createSimulator({ db: ledger, clock })),
          serverId: "only",
          log: silentLog,
          settings: {
            clients: [{ id: "merchant-demo", secret: "demo-secret" }],
            merchantOrigins: [{ clientId: "merchant-demo", origin: "https://app.example" }],
            apiBase: "http://payments",
            frameOrigin: "http://frame.test",
            docsOrigin: "http://docs.test",
            keysDir,
            environment: "TEST",
          },
        });
        readDisputes = async () => void await works.find(({ job }) => job === "payments-disputes")?.();
        return answer;
      },
    });
  });
  after(async () => {
    await h.close();
    await ledger.destroy();
    await Deno.remove(keysDir, { recursive: true });
  });

  const refusing = (bank: Acquirer): Acquirer => ({
    ...bank,
    operate: async (call) =>
      refusals-- > 0 ? { kind: "declined", result: "OperationNotAllowed" } : await bank.operate(call),
  });
  const session = (who: object): Promise<Answer> => h.call("GET", `/init/session?plan_id=${WEEKLY}`, who);
  const pay = async (who: object, cardNumber: string) => {
    const opened = await session(who);
    assertEquals(opened.status, 200);
    await h.call("POST", "/consents", who, consentBody(h, WEEKLY));
    const initResponse = { version: String(opened.body.version), data: String(opened.body.data) };
    const { execution } = await payByCard({
      fetch: h.ports.payments,
      initResponse,
      card: { cardNumber },
      storeInstrument: true,
    });
    const instrument = { executionId: execution.id, paymentInstrumentId: execution.paymentInstrumentId ?? "none" };
    return createBody(WEEKLY, { instrument });
  };
  const charges = async (id: string) =>
    (await h.db.selectFrom("subs_charges").select(["charge_key", "cents", "state"]).where("subscription_id", "=", id)
      .orderBy("created_ms").orderBy("charge_key").execute()).map(({ charge_key, cents, state }) =>
        `${charge_key.split(":")[0]} ${cents} ${state}`
      );
  const captured = async () =>
    (await h.db.selectFrom("pay_executions").select("captured_minor").execute())
      .map((row) => row.captured_minor).filter((minor) => minor > 0).sort((a, b) => a - b);

  it("SECURITY SU2: 200 parallel creates of one authorized card are one subscription and one charge; add-on and renewals follow", async () => {
    const who = { checkout: ANN };
    const body = await pay(who, "4242424242424242");
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => h.call("POST", "/subs/create-no-user", who, body)),
    );
    assertEquals(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    const id = String(answers[0]?.body.subscription_id);
    assertEquals(answers[0]?.body, { id, subscription_id: id, error: "" });
    assertEquals(await captured(), [100]);
    const held = await ledger.selectFrom("acq_charges").select(["outcome", "captured_minor"]).execute();
    assertEquals(held, [{ outcome: "approved", captured_minor: 100 }]);
    assertEquals((await h.db.selectFrom("subs_subscriptions").select("id").execute()).length, 1);
    const clicks = await Promise.all(Array.from({ length: 5 }, () => addOn(h, id, "tck_10_validations_otp", who)));
    assertEquals(new Set(clicks.map(({ body }) => JSON.stringify(body))).size, 1);
    assertEquals(clicks[0]?.body.error, "");
    assertEquals(await captured(), [100, 1249]);
    const spends = await Promise.all(
      Array.from(
        { length: 50 },
        (_, at) => h.call("POST", "/credits/spend", who, { subscription_id: id, spend_id: `look-up-${at}` }),
      ),
    );
    assertEquals(spends.filter(({ status }) => status === 200).length, 10);
    h.clock.advance(3 * DAY_MS);
    await Promise.all(Array.from({ length: 5 }, () => runDueWork({ ...h.ports })));
    h.clock.advance(7 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals(await charges(id), [
      "addon 1249 succeeded",
      "period 100 succeeded",
      "period 1999 succeeded",
      "period 1999 succeeded",
    ]);
    assertEquals(await captured(), [100, 1249, 1999, 1999]);
    await Promise.all(Array.from({ length: 20 }, () => h.call("POST", `/cancel-subscription/${id}`, who)));
    h.clock.advance(30 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals((await captured()).length, 4);
  });

  it("a declined card leaves no subscription and no charge, and another card pays the same plan", async () => {
    const who = { checkout: BOB };
    const before = (await captured()).length;
    const body = await pay(who, "4000000000009995");
    const declined = await h.call("POST", "/subs/create-no-user", who, body);
    assertMatch(String(declined.body.error), /insufficient funds/);
    assertEquals((await captured()).length, before);
    const paid = await h.call("POST", "/subs/create-no-user", who, await pay(who, "5555555555554444"));
    assertEquals(paid.body.error, "");
  });

  it("ends the plan after the retries of a card that declines every renewal", async () => {
    const who = { checkout: "c".repeat(64) };
    const answer = await h.call("POST", "/subs/create-no-user", who, await pay(who, "4000000000000341"));
    const id = String(answer.body.subscription_id);
    assertEquals(answer.body.error, "");
    for (const days of [3, 1, 2, 2]) {
      h.clock.advance(days * DAY_MS);
      await runDueWork(h.ports);
    }
    const shown = await h.call("POST", `/subscriptions/${id}`, who);
    assertEquals([shown.body.status, shown.body.next_charge], ["ended", null]);
    assertEquals(await charges(id), ["period 100 succeeded", "period 1999 failed"]);
  });

  it("O-DISPUTE-20: asks for the disputes of the member before a renewal, and charges no disputed card", async () => {
    const who = { checkout: "d".repeat(64) };
    const answer = await h.call("POST", "/subs/create-no-user", who, await pay(who, "4000000000000259"));
    const id = String(answer.body.subscription_id);
    h.clock.advance(3 * DAY_MS - 60_000);
    await runDueWork(h.ports);
    await readDisputes();
    h.clock.advance(60_000);
    await runDueWork(h.ports);
    assertEquals(await charges(id), ["period 100 succeeded", "period 1999 failed"]);
    const shown = await h.call("POST", `/subscriptions/${id}`, who);
    assertEquals([shown.body.status, shown.body.next_charge], ["ended", null]);
  });

  const threeDs = async (checkout: string) => {
    const who = { checkout };
    const opened = await session(who);
    await h.call("POST", "/consents", who, consentBody(h, WEEKLY));
    const initResponse = { version: String(opened.body.version), data: String(opened.body.data) };
    const card = { cardNumber: "4000002500003155" };
    const { execution } = await payByCard({ fetch: h.ports.payments, initResponse, card, storeInstrument: true });
    await answerIssuer(h, execution.id, "approve");
    const { instrument_id } = await h.db.selectFrom("pay_executions").select("instrument_id")
      .where("id", "=", execution.id).executeTakeFirstOrThrow();
    const instrument = { executionId: execution.id, paymentInstrumentId: instrument_id ?? "none" };
    const bought = await h.call("POST", "/subs/create-no-user", who, createBody(WEEKLY, { instrument }));
    assertEquals(bought.body.error, "");
    return { who, id: String(bought.body.subscription_id) };
  };

  it("an add-on that the bank wants approved opens the issuer's challenge at once, and the same call then delivers it", async () => {
    const { who, id } = await threeDs("1".repeat(63) + "a");
    const consent = await h.call(
      "POST",
      "/consents",
      who,
      consentBody(h, "tck_ultimate_pack_otp", { subscription_id: id }),
    );
    const body = createBody("tck_ultimate_pack_otp", { subscription_id: id, consent_id: consent.body.consent_id });
    const click = () => h.call("POST", "/subs/create-no-user", who, body);
    const asked = await click();
    assertEquals(asked.body.code, "needs_approval");
    const { execution, token } = JSON.parse(atob((asked.body.approval as { data: string }).data));
    assertEquals(typeof token, "string");
    assertEquals(execution.status.some(({ code }: { code: string }) => code === "authorizePending"), true);
    // Asked again before the shopper answered: the same charge, the same check.
    const again = await click();
    assertEquals(JSON.parse(atob((again.body.approval as { data: string }).data)).execution.id, execution.id);
    await answerIssuer(h, execution.id, "approve");
    assertEquals((await click()).body.error, "");
    const shown = await h.call("POST", `/subscriptions/${id}`, who);
    assertEquals((shown.body.products as { plan_id: string }[]).map(({ plan_id }) => plan_id), [
      "tck_ultimate_pack_otp",
    ]);
  });

  it("an add-on whose challenge the shopper declines is refused at once, and charges nothing", async () => {
    const { who, id } = await threeDs("1".repeat(63) + "b");
    const before = (await captured()).length;
    const consent = await h.call("POST", "/consents", who, consentBody(h, "tck_guide_otp", { subscription_id: id }));
    const body = createBody("tck_guide_otp", { subscription_id: id, consent_id: consent.body.consent_id });
    const asked = await h.call("POST", "/subs/create-no-user", who, body);
    const { execution } = JSON.parse(atob((asked.body.approval as { data: string }).data));
    await answerIssuer(h, execution.id, "decline");
    const refused = await h.call("POST", "/subs/create-no-user", who, body);
    assertMatch(String(refused.body.error), /haven't been charged/);
    assertEquals([refused.body.approval, (await captured()).length], [undefined, before]);
  });

  it("an ended plan is restarted with a 3-D Secure card: the issuer's challenge opens, and the same call says how it ended", async () => {
    for (const [checkout, choice] of [["1".repeat(63) + "c", "approve"], ["1".repeat(63) + "d", "decline"]] as const) {
      const bought = await threeDs(checkout);
      const who = { checkout, token: `${choice}:${choice}@example.com` };
      const claim = { subscription_id: bought.id, email: "", firebase_id: choice, apple_token: "", attribution: {} };
      assertEquals((await h.call("POST", "/subs/finalize", who, claim)).status, 200);
      await h.call("POST", `/cancel-subscription/${bought.id}`, who);
      h.clock.advance(3 * DAY_MS);
      await session(who);
      await h.call("POST", "/consents", who, consentBody(h, WEEKLY));
      const before = (await captured()).length;
      const body = { plan_id: WEEKLY, email: "ann@example.com", firebase_id: choice, apple_token: "" };
      const restart = () => h.call("POST", "/recurring/create-subscription", who, body);
      const asked = await restart();
      assertEquals(asked.body.code, "needs_approval");
      const { execution, token } = JSON.parse(atob((asked.body.approval as { data: string }).data));
      assertEquals(typeof token, "string");
      const again = await restart();
      assertEquals(JSON.parse(atob((again.body.approval as { data: string }).data)).execution.id, execution.id);
      await answerIssuer(h, execution.id, choice);
      const { body: ended } = await restart();
      assertEquals([ended.error === "", ended.approval], [choice === "approve", undefined], String(ended.error));
      assertEquals((await captured()).length - before, choice === "approve" ? 1 : 0);
      h.mails.length = 0;
      h.clock.advance(DAY_MS);
      await runDueWork(h.ports);
      assertEquals(h.mails.filter(({ kind }) => kind === "payment-declined"), [], "the page has said so");
    }
  });

  it("a pause that ends is paid with a 3-D Secure card: the issuer's challenge opens, and the same call says how it ended", async () => {
    const { who, id } = await threeDs("1".repeat(63) + "e");
    const nowMs = h.clock.now();
    const resumeMs = nowMs + 30 * DAY_MS;
    await h.db.updateTable("subs_subscriptions")
      .set({ status: "active", current_period_end_ms: nowMs, resume_ms: resumeMs, next_charge_ms: resumeMs })
      .where("id", "=", id).execute();
    const wanted = { kind: "resume" } as const;
    const { body: { shown } } = await h.call("POST", `/changes-of/${id}/preview`, who, { change: wanted });
    const figures = consentSchema.shape.shown.parse(shown);
    const agreed = { change: wanted, shown: figures, ...agreedChangeText(wanted, figures) };
    const resume = () => h.call("POST", `/changes-of/${id}`, who, agreed);
    const asked = await resume();
    assertEquals([asked.status, asked.body.code], [200, "needs_approval"]);
    const { execution } = JSON.parse(atob((asked.body.approval as { data: string }).data));
    // Jobs and another press meanwhile ask for the same charge.
    h.clock.advance(2 * 60_000);
    await runDueWork(h.ports);
    const again = await resume();
    assertEquals(JSON.parse(atob((again.body.approval as { data: string }).data)).execution.id, execution.id);
    await answerIssuer(h, execution.id, "approve");
    const { body } = await resume();
    assertEquals([body.error, body.approval, body.status, body.paused_until], ["", undefined, "active", null]);
    assertEquals(await charges(id), ["period 100 succeeded", "period 1999 succeeded"]);
  });

  it("a renewal that stays declined is paid by the email's link with a 3-D Secure card: once, after the issuer's challenge", async () => {
    const who = { checkout: "2".repeat(64) };
    const bought = await h.call("POST", "/subs/create-no-user", who, await pay(who, "4000000000001034"));
    const id = String(bought.body.subscription_id);
    const taken = async () =>
      (await h.db.selectFrom("pay_executions").innerJoin("subs_charges", "subs_charges.id", "merchant_reference")
        .select("captured_minor").where("subscription_id", "=", id).where("captured_minor", ">", 0).execute())
        .map(({ captured_minor }) => captured_minor);
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    const secretOf = () =>
      h.mails.map(({ text }) => /\/subscription\?pay=([\w-]{43})/.exec(text)?.[1]).findLast((found) =>
        found !== undefined
      );
    await eventually(() => secretOf() !== undefined);
    const at = (act: string, body?: unknown) => h.call("POST", `/card-of/${secretOf()}${act}`, {}, body);
    const session = await at("/session");
    const { vaultConfiguration, token, holderReference } = parseInit(session.body as never);
    assertEquals(instrumentsIn(session.body), [], "the link shows no stored card");
    const saved = await h.ports.payments(
      new Request(vaultConfiguration.links.saveInstrument.href, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "x-idempotency-key": crypto.randomUUID(),
          "x-client-type": "web-sdk",
          "x-client-version": "5.25.3",
        },
        body: JSON.stringify({
          holderReference,
          paymentMethod: "card",
          storeInstrument: true,
          futureUsage: "Subscription",
          data: {
            encryptedData: await sealCard({ publicKey: vaultConfiguration.encryptionPublicKey }, {
              cardNumber: "4000002500003155",
            }),
            vaultProviderConfigId: vaultConfiguration.providerConfigId,
          },
        }),
      }),
    );
    const instrument = { instrument_id: (await saved.json()).id };
    const asked = await at("/change", instrument);
    assertEquals(asked.body.code, "needs_approval");
    assertEquals(instrumentsIn(asked.body.approval), []);
    const { execution } = JSON.parse(atob((asked.body.approval as { data: string }).data));
    // Jobs and another press meanwhile ask for the same charge.
    h.clock.advance(2 * 60_000);
    await runDueWork(h.ports);
    const again = await at("/change", instrument);
    assertEquals(JSON.parse(atob((again.body.approval as { data: string }).data)).execution.id, execution.id);
    assertEquals(await taken(), []);
    await answerIssuer(h, execution.id, "approve");
    const paid = await at("/change", instrument);
    assertEquals([paid.body.error, paid.body.open_renewal, paid.body.approval], ["", null, undefined]);
    assertEquals(await charges(id), ["period 100 succeeded", "period 1999 succeeded"]);
    assertEquals(await taken(), [1999]);
    const shown = await h.call("POST", `/subscriptions/${id}`, who);
    assertEquals(shown.body.status, "active");
  });

  it("W-CALL-07, W-CALL-15: Apple Pay's token is authorized and stored, renewed, and pays the member's next plan", async () => {
    const who = { checkout: "e".repeat(64), token: "eve:eve@example.com" };
    await session(who);
    await h.call("POST", "/consents", who, consentBody(h, WEEKLY));
    const body = { ...createBody(WEEKLY, {}), token: { paymentData: {} }, display_name: "Visa", vault: "" };
    const answer = await h.call("POST", "/subs/create-no-user-applepay", who, body);
    const id = String(answer.body.subscription_id);
    assertEquals(answer.body, { id, subscription_id: id, error: "" });
    const claim = { subscription_id: id, email: "", firebase_id: "eve", apple_token: "", attribution: {} };
    assertEquals((await h.call("POST", "/subs/finalize", who, claim)).status, 200);
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals(await charges(id), ["period 100 succeeded", "period 1999 succeeded"]);

    const plan = "tck_3month_plan";
    await h.call("GET", `/init/session?plan_id=${plan}`, who);
    await h.call("POST", "/consents", who, consentBody(h, plan));
    const again = { plan_id: plan, email: "eve@example.com", firebase_id: "eve", apple_token: "" };
    const second = await h.call("POST", "/recurring/create-subscription", who, again);
    assertEquals(second.body.error, "");
    assertEquals(await charges(String(second.body.id)), ["period 4800 succeeded"]);
  });

  it("SECURITY X5: records a capture and a refund that the acquirer refuses with 200 when it agrees, and not before", async () => {
    const who = { checkout: "f".repeat(64) };
    const body = await pay(who, "4242424242424242");
    const before = (await captured()).length;
    refusals = 2;
    const refused = await h.call("POST", "/subs/create-no-user", who, body);
    assertMatch(String(refused.body.error), /haven't received the money yet/);
    assertEquals([refused.body.subscription_id, (await captured()).length], ["", before]);
    assertMatch(
      String((await h.call("POST", "/subs/create-no-user", who, body)).body.error),
      /haven't received the money yet/,
    );
    const answer = await h.call("POST", "/subs/create-no-user", who, body);
    assertEquals([answer.body.error, (await captured()).length], ["", before + 1]);
    const id = String(answer.body.subscription_id);
    const [first] = await h.db.selectFrom("subs_charges").select("id").where("subscription_id", "=", id).execute();
    const refunded = async () =>
      (await h.db.selectFrom("pay_executions").select("refunded_minor").where("refunded_minor", ">", 0).execute())
        .length;
    refusals = 1;
    await h.call("POST", `/withdraw/${id}`, who, { charges: [first?.id] });
    await eventually(async () =>
      (await h.db.selectFrom("subs_moves").select("kind").where("settled_ms", "is", null)
        .execute()).length === 1
    );
    assertEquals([await charges(id), await refunded()], [["period 100 succeeded"], 0]);
    h.clock.advance(60_000);
    await runDueWork(h.ports);
    assertEquals([await charges(id), await refunded()], [["period 100 refunded"], 1]);
  });

  it("voids an authorization without consent, and the acquirer holds nothing", async () => {
    const who = { checkout: "d".repeat(64) };
    const opened = await session(who);
    const initResponse = { version: String(opened.body.version), data: String(opened.body.data) };
    const { execution } = await payByCard({
      fetch: h.ports.payments,
      initResponse,
      card: { cardNumber: "4242424242424242" },
      storeInstrument: true,
    });
    h.clock.advance(15 * 60_000);
    await runDueWork(h.ports);
    const row = await h.db.selectFrom("pay_executions").select("state").where("id", "=", execution.id)
      .executeTakeFirst();
    assertEquals(row?.state, "cancelled");
  });
});
