import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { openDatabase } from "../../../db/open.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { requireMoney } from "../context/money.ts";
import type { Acquirer, AuthorizeCall, OperationCall } from "./acquirer.ts";
import { DECLINE_RESULTS } from "./decline_results.ts";
import { type Ledger, ledgerPlace, openLedger } from "./ledger.ts";
import { createSimulator } from "./simulator.ts";
import { amountScenarioOf } from "./test_amounts.ts";
import { APPROVE_LATER_MS, type Scenario, TEST_CARDS } from "./test_cards.ts";

it("the page for merchants lists every test card, and no other that gets special treatment", async () => {
  const page = await Deno.readTextFile(
    new URL("../../../../docs/merchants/launch/test-cards.md", import.meta.url),
  );
  const rows = [...page.matchAll(/^\| `([\d ]+)` +\| (.+?) +\|$/gm)];
  const listed = rows.map(([, number = ""]) => number.replaceAll(" ", ""));
  assertEquals(Object.keys(TEST_CARDS).filter((number) => !listed.includes(number)), []);
  const plain = rows.filter(([, number = ""]) => !(number.replaceAll(" ", "") in TEST_CARDS)).map(([, , does]) => does);
  assertEquals(plain, [
    "approved",
    "issued in Brazil: the form offers installments",
    "carries Cartes Bancaires and Visa; the form asks which network to use",
  ]);
});

it("the page for merchants says how an amount with a scenario is written in currencies of other decimals", async () => {
  const page = await Deno.readTextFile(
    new URL("../../../../docs/merchants/launch/test-cards.md", import.meta.url),
  );
  const amounts = [...page.matchAll(/\b([\d.]+) (EUR|JPY|KWD)\b/g)];
  assertEquals(amounts.map(([, , currency]) => currency), ["JPY", "EUR", "KWD"]);
  for (const [text, value = "", currency = ""] of amounts) {
    const { minor } = requireMoney({ value, currency });
    assertEquals(amountScenarioOf(minor), { kind: "decline", result: "Unknown" }, text);
  }
});

/** The contract of the acquirer interface, which every adapter must pass. The simulator is the first. */
onBothEngines("acquirer", (place) => {
  let db: Ledger;
  let acquirer: Acquirer;
  let dir = "";
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  before(async () => {
    dir = await Deno.makeTempDir({ prefix: "acquirer-" });
    db = await openLedger(ledgerPlace(place(), dir));
    acquirer = createSimulator({ db, clock });
  });
  after(async () => {
    await db.destroy();
    await Deno.remove(dir, { recursive: true });
  });

  const call = (number: string, overrides: Partial<AuthorizeCall> = {}): AuthorizeCall => ({
    key: crypto.randomUUID(),
    amountMinor: 1000,
    currency: "USD",
    captures: false,
    initiator: "customer",
    paymentMethod: { kind: "card", number, expiryMonth: "12", expiryYear: "2039" },
    ...overrides,
  });
  const operate = (
    chargeKey: string,
    kind: OperationCall["kind"],
    amountMinor: number,
    key: string = crypto.randomUUID(),
  ) => acquirer.operate({ key, chargeKey, kind, amountMinor });
  const APPROVED = { kind: "approved" } as const;
  const REFUSED = { kind: "declined", result: "OperationNotAllowed" } as const;
  const approved = async (overrides: Partial<AuthorizeCall> = {}) => {
    const asked = call("4242424242424242", overrides);
    assertEquals(await acquirer.authorize(asked), APPROVED);
    return asked.key;
  };
  const held = (key: string) =>
    db.selectFrom("acq_charges").selectAll().where("key", "=", key).executeTakeFirstOrThrow();

  it("answers a repeated key with the first outcome and moves no money again", async () => {
    const key = await approved();
    assertEquals(await acquirer.authorize(call("4000000000000002", { key })), APPROVED);
    const captures = await Promise.all(
      [1, 2, 3].map(() => operate(key, "capture", 400, `capture ${key}`).catch(() => APPROVED)),
    );
    assertEquals(captures, [APPROVED, APPROVED, APPROVED]);
    assertEquals((await held(key)).captured_minor, 400);
  });

  it("approves or declines nothing before the issuer has authenticated the shopper, where that is required", async () => {
    const answerOf = async (number: string, answer: "passed" | "failed") => {
      const asked = call(number, { mustAuthenticate: true });
      assertEquals(await acquirer.authorize(asked), { kind: "asks", action: "3ds" });
      return await acquirer.continue({ key: crypto.randomUUID(), continues: asked.key, answer });
    };
    assertEquals(await answerOf("4242424242424242", "passed"), APPROVED);
    assertEquals(await answerOf("4000000000009995", "passed"), { kind: "declined", result: "InsufficientBalance" });
    const unsure = { kind: "declined", result: "PayerAuthenticationFailed" } as const;
    assertEquals(await answerOf("4000000000009995", "failed"), unsure);
    assertEquals(await answerOf("4242424242424242", "failed"), unsure);
    const renewal = call("4242424242424242", { mustAuthenticate: true, initiator: "merchant" });
    assertEquals(await acquirer.authorize(renewal), APPROVED);
  });

  it("a hosted page that declines does not mention a bank that could not confirm the shopper", async () => {
    const asked = call("4242424242424242", { paymentMethod: { kind: "hosted", method: "mercadoPago" } });
    assertEquals(await acquirer.authorize(asked), { kind: "asks", action: "redirect" });
    const declined = await acquirer.continue({ key: crypto.randomUUID(), continues: asked.key, answer: "failed" });
    assertEquals(declined, { kind: "declined", result: "ProviderUnknownError" });
  });

  it("captures no more than it holds and refunds no more than was captured", async () => {
    const key = await approved();
    assertEquals(await operate(key, "refund", 1), REFUSED);
    assertEquals(await operate(key, "capture", 1001), REFUSED);
    assertEquals(await operate(key, "capture", 600), APPROVED);
    assertEquals(await operate(key, "capture", 401), REFUSED);
    assertEquals(await operate(key, "refund", 601), REFUSED);
    assertEquals(await operate(key, "refund", 600), APPROVED);
    assertEquals(await operate(key, "refund", 1), REFUSED);
    const { captured_minor, refunded_minor } = await held(key);
    assertEquals([captured_minor, refunded_minor], [600, 600]);
  });

  it("keeps these limits when calls arrive at once", async () => {
    const key = await approved();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => operate(key, "capture", 100)));
    assertEquals(outcomes.filter(({ kind }) => kind === "approved").length, 10);
    assertEquals((await held(key)).captured_minor, 1000);
  });

  it("cancels only what is not captured, and captures nothing that is cancelled", async () => {
    const key = await approved();
    assertEquals(await operate(key, "cancel", 1000), APPROVED);
    assertEquals(await operate(key, "capture", 1000), REFUSED);
    const captured = await approved({ captures: true });
    assertEquals(await operate(captured, "cancel", 1000), REFUSED);
  });

  it("voids the rest once after a partial capture, and refunds the captured part", async () => {
    const key = await approved();
    assertEquals(await operate(key, "capture", 400), APPROVED);
    assertEquals([await operate(key, "cancel", 600), await operate(key, "cancel", 600)], [APPROVED, REFUSED]);
    assertEquals(await operate(key, "capture", 1), REFUSED);
    assertEquals([await operate(key, "refund", 401), await operate(key, "refund", 400)], [REFUSED, APPROVED]);
  });

  it("closes an unknown key, so that a late call moves no money; a known key keeps its outcome", async () => {
    const late = call("4242424242424242");
    assertEquals(await acquirer.find(late.key), undefined);
    assertEquals(await acquirer.close(late.key), { kind: "closed" });
    assertEquals(await acquirer.authorize(late), { kind: "closed" });
    const key = await approved();
    const moveKey = crypto.randomUUID();
    assertEquals(await acquirer.close(moveKey), { kind: "closed" });
    assertEquals(await operate(key, "capture", 1000, moveKey), { kind: "closed" });
    assertEquals([(await held(key)).captured_minor, await acquirer.close(key)], [0, APPROVED]);
  });

  it("continues a call that required an action once, and never a cancelled one", async () => {
    const asked = call("4000002500003155");
    assertEquals(await acquirer.authorize(asked), { kind: "asks", action: "3ds" });
    assertEquals(await operate(asked.key, "capture", 1000), REFUSED);
    assertEquals(await operate(asked.key, "cancel", 1000), APPROVED);
    const answer = { key: crypto.randomUUID(), continues: asked.key, answer: "passed" } as const;
    assertEquals(await acquirer.continue(answer), REFUSED);
    assertEquals(await acquirer.continue({ ...answer, continues: await approved() }), REFUSED);
  });

  it("approves the pending card once its time has passed, and captures it if the call said so", async () => {
    const asked = call("4000000000000077", { captures: true });
    assertEquals(await acquirer.authorize(asked), { kind: "pending", askAgainMs: APPROVE_LATER_MS });
    assertEquals(await operate(asked.key, "refund", 1), REFUSED);
    clock.nowMs += APPROVE_LATER_MS;
    assertEquals(await acquirer.find(asked.key), APPROVED);
    assertEquals((await held(asked.key)).captured_minor, 1000);
  });

  it("declines test amounts with each of the 27 results", async () => {
    for (const [at, result] of DECLINE_RESULTS.entries()) {
      const asked = call("4242424242424242", { amountMinor: 900_101 + at });
      assertEquals(await acquirer.authorize(asked), { kind: "declined", result });
    }
    assertEquals(await acquirer.authorize(call("4242424242424242", { amountMinor: 900_100 })), APPROVED);
    assertEquals(await acquirer.authorize(call("4242424242424242", { amountMinor: 900_128 })), APPROVED);
  });

  it("answers test amounts late, or loses the answer or the call", async () => {
    const startedMs = performance.now();
    assertEquals(await acquirer.authorize(call("4242424242424242", { amountMinor: 900_202 })), APPROVED);
    assert(performance.now() - startedMs >= 199);
    const answered = call("4242424242424242", { amountMinor: 900_300 });
    await assertRejects(() => acquirer.authorize(answered), TypeError);
    assertEquals(await acquirer.find(answered.key), APPROVED);
    const unheard = call("4242424242424242", { amountMinor: 900_301 });
    await assertRejects(() => acquirer.authorize(unheard), TypeError);
    assertEquals(await acquirer.find(unheard.key), undefined);
  });

  it("lists what follows the charges of test cards, also where the database orders text as a language does", async () => {
    if (place().kind === "postgres") {
      await sql`alter table acquirer.acq_charges alter column scenario type text collate "en-x-icu"`.execute(db);
    }
    const charged = async (kind: Scenario["kind"]) => {
      const numbers = Object.keys(TEST_CARDS).filter((number) => TEST_CARDS[number]?.kind === kind);
      const calls = numbers.map((number) => call(number, { captures: true }));
      for (const each of calls) assertEquals(await acquirer.authorize(each), APPROVED);
      return calls.map(({ key }) => key);
    };
    const [disputed, changed] = [await charged("disputed"), await charged("card_changes")];
    const from = clock.nowMs;
    clock.nowMs += 600_000;
    const disputes = await acquirer.disputes({ changedFromMs: from });
    assertEquals(disputed.filter((key) => !disputes.some(({ chargeKey }) => chargeKey === key)), []);
    const updates = await acquirer.cardUpdates({ fromMs: from, toMs: clock.nowMs });
    assertEquals(changed.filter((key) => !updates.some(({ chargeKey }) => chargeKey === key)), []);
  });

  it("keeps its ledger apart from the service's database, and finds it again after a restart", async () => {
    const key = await approved({ captures: true });
    const context = await openDatabase(place());
    await assertRejects(() => sql`select * from acq_charges`.execute(context));
    await context.destroy();
    const again = await openLedger(ledgerPlace(place(), dir));
    assertEquals(await createSimulator({ db: again, clock }).find(key), APPROVED);
    await again.destroy();
  });
});
