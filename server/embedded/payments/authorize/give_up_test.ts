/** A page that the shopper closed is given up: the execution can be paid in another way, and never twice. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import {
  codesOf,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { nextOf } from "../executions/execution_state.ts";

const CHALLENGED = "4000002500003155";
const GOOD = "4242424242424242";
/** Enough to see either of two requests arrive first. */
const RACES = 12;

describe("giving up what a payment waits for", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  const read = (session: Session) => send(fixture, `/client/executions/${session.id}`, { token: session.token });
  async function payBy(session: Session, paymentMethodCode: string, integrationType: "api" | "hpp") {
    const { amount } = session.config;
    return await send(fixture, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: { amount, paymentComposition: [{ paymentMethodCode, integrationType, amount, paymentInstrumentData: {} }] },
    });
  }
  async function wait(code: string, session: Session) {
    const answer = code === "card" ? await pay(fixture, session, CHALLENGED) : await payBy(
      session,
      code,
      code === "payPal" ? "api" : "hpp",
    );
    assertEquals(codesOf(answer.body).at(-1), "authorizePending");
    return answer.body;
  }
  const giveUp = (session: Session, key: string = crypto.randomUUID()) =>
    send(fixture, `/client/executions/${session.id}/give-up`, { token: session.token, key, body: {} });
  const approve = async (page: string) => {
    const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec((await send(fixture, page)).text) ?? [];
    return () =>
      send(fixture, page, {
        method: "POST",
        body: new URLSearchParams({ choice: "approve", code, referrer: "" }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
  };
  const approved = async (session: Session) =>
    (await sql<{ count: number }>`
      select count(*) as count from acq_charges where outcome = 'approved' and key in (
        ${
      sql.join((await fixture.db.selectFrom("pay_intents").select("key").where("execution_id", "=", session.id)
        .execute()).map(({ key }) => key))
    })`.execute(fixture.ledger)).rows[0]?.count;

  for (const code of ["pix", "card", "payPal"]) {
    it(`${code}: the link gives it up, the first attempt has ended, and a card pays at once`, async () => {
      const session = await start(fixture);
      const waiting = await wait(code, session);
      assertEquals<unknown>(waiting.links?.giveUp, {
        method: "POST",
        href: `${waiting.links?.self}/give-up`,
      });
      const { status, body } = await giveUp(session);
      assertEquals([status, codesOf(body).at(-1)], [200, "authorizeFailed"]);
      assertEquals<unknown>(body.status?.[2]?.errors, [{ reason: { result: "PayerCanceled" } }]);
      assertEquals([body.links?.giveUp, body.actionRequired], [undefined, undefined]);
      assertEquals(codesOf(body).includes("confirmRequested"), false);
      assertEquals(codesOf((await pay(fixture, session, GOOD)).body).at(-1), "captureSuccessful");
      assertEquals(await approved(session), 1);
    });
  }

  it("a page that was given up accepts no more answers, even beside a second attempt that waits", async () => {
    const session = await start(fixture);
    const page = String((await wait("pix", session)).links?.redirect);
    const late = await approve(page);
    await giveUp(session);
    const second = await wait("mercadoPago", session);
    assertEquals((await late()).status, 200);
    assertEquals(codesOf((await read(session)).body).at(-1), "authorizePending");
    await (await approve(String(second.links?.redirect)))();
    assertEquals(codesOf((await read(session)).body).at(-1), "captureSuccessful");
    assertEquals(await approved(session), 1);
  });

  it("the same key gives the same answer, and two keys at once cancel one attempt", async () => {
    const session = await start(fixture);
    await wait("pix", session);
    const keys = ["one", "two"];
    const both = await Promise.all(keys.map((key) => giveUp(session, key)));
    assertEquals(both.map(({ status }) => status), [200, 200]);
    const { body } = await read(session);
    assertEquals(codesOf(body), ["authorizeRequested", "authorizePending", "authorizeFailed"]);
    assertEquals(codesOf((await pay(fixture, session, GOOD)).body).at(-1), "captureSuccessful");
    // The one that came second may have changed nothing, and then its key is not kept.
    const again = await Promise.all(keys.map((key) => giveUp(session, key)));
    const kept = again.flatMap(({ headers, body }, at) =>
      headers.get("idempotent-replayed") === "true" ? [[body, both[at]?.body]] : []
    );
    assert(kept.length > 0, "the key that gave it up is kept");
    for (const [now, before] of kept) assertEquals(now, before);
  });

  it("a payment that does not wait for the shopper is returned unchanged: untouched, paid or declined", async () => {
    const untouched = await start(fixture);
    assertEquals(codesOf((await giveUp(untouched)).body), []);
    const paid = await start(fixture);
    await pay(fixture, paid, GOOD);
    assertEquals(codesOf((await giveUp(paid)).body).at(-1), "captureSuccessful");
    assertEquals(String((await readAsMerchant(fixture, paid)).state), "captured");
    // The acquirer decides later: the shopper has nothing to give up.
    const later = await start(fixture);
    const { body } = await pay(fixture, later, "4000000000000077");
    assertEquals([codesOf(body).at(-1), body.links?.giveUp], ["authorizePending", undefined]);
    assertEquals(codesOf((await giveUp(later)).body).at(-1), "authorizePending");
  });

  it("that changes nothing keeps neither its key nor its answer, however often it is called", async () => {
    const session = await start(fixture);
    const kept = async () =>
      (await fixture.db.selectFrom("pay_idempotency").select("key").where("scope", "like", `%${session.id}%`)
        .where("scope", "like", "%/give-up").execute()).map(({ key }) => key);
    for (let at = 0; at < 300; at++) assertEquals((await giveUp(session)).status, 200);
    assertEquals(await kept(), []);
    await wait("pix", session);
    const first = await giveUp(session, "real");
    assertEquals(codesOf(first.body).at(-1), "authorizeFailed");
    const again = await giveUp(session, "real");
    assertEquals([again.headers.get("idempotent-replayed"), again.body], ["true", first.body]);
    assertEquals(await kept(), ["real"]);
  });

  it("another shopper's token, and a call without a key, are refused", async () => {
    const [session, other] = [await start(fixture), await start(fixture)];
    await wait("pix", session);
    const path = `/client/executions/${session.id}/give-up`;
    assertEquals((await send(fixture, path, { token: other.token, key: "k", body: {} })).status, 404);
    assertEquals((await send(fixture, path, { token: session.token, body: {} })).status, 400);
    assertEquals(codesOf((await read(session)).body).at(-1), "authorizePending");
  });

  it("approving and giving up at the same time: one counts, and the money moves once or not at all", async () => {
    for (let race = 0; race < RACES; race++) {
      const session = await start(fixture);
      const answer = await approve(String((await wait("pix", session)).links?.redirect));
      const acts = [answer, () => giveUp(session)];
      if (race % 2 === 1) acts.reverse();
      await Promise.all(acts.map((act) => act()));
      const end = codesOf((await read(session)).body).at(-1) ?? "";
      const isPaid = end === "captureSuccessful";
      assert(isPaid || end === "authorizeFailed", end);
      assertEquals(await approved(session), isPaid ? 1 : 0);
      const next = await pay(fixture, session, GOOD);
      assertEquals([next.status, await approved(session)], [isPaid ? 409 : 200, 1]);
    }
  });

  it("recovers from a crash before the acquirer knew of it: nothing was charged, and the shopper pays again", async () => {
    const session = await start(fixture);
    await wait("pix", session);
    await sql`create trigger died before insert on pay_intents begin select raise(abort, 'the process died'); end`
      .execute(fixture.db);
    assertEquals((await giveUp(session, "crash")).status, 500);
    assertEquals(codesOf((await read(session)).body).at(-1), "authorizePending");
    await sql`drop trigger died`.execute(fixture.db);
    assertEquals(codesOf((await giveUp(session, "crash")).body).at(-1), "authorizeFailed");
    assertEquals(codesOf((await pay(fixture, session, GOOD)).body).at(-1), "captureSuccessful");
    assertEquals(await approved(session), 1);
  });

  it("in the state machine only a payment that waits can be given up, and nothing is written until the acquirer answers", () => {
    const froms = (["created", "authorizing", "pending", "declined", "authorized", "captured", "cancelled"] as const)
      .filter((from) => nextOf(from, "given_up") !== undefined);
    assertEquals(froms, ["pending"]);
    assertEquals([nextOf("pending", "given_up")?.to, nextOf("pending", "given_up")?.codes], ["authorizing", []]);
  });
});
