import { after, before, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  type Answer,
  cardBody,
  faultOf,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { passesLuhn } from "../../../../sdk/card/luhn.ts";

// As the service promises them, whatever its constants say.
const DECLINES_WINDOW_MS = 3_600_000;
const RESTRICTION_MS = 10 * 60_000;

const GOOD = "4242424242424242";
/** The simulated issuer declines every card for this amount: GenericRejection. */
const REFUSED = { amount: { value: "9001.07", currency: "USD" } };

/** The n-th number of a range, with its check digit. */
function numberIn(range: string, at: number): string {
  const body = range + String(at).padStart(15 - range.length, "0");
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(passesLuhn) ?? body;
}

let networks = 0;
/** A network that no test has used. */
const newNetwork = () => `198.${18 + (networks >> 16)}.${(networks >> 8) & 255}.${networks++ & 255}`;

onBothEngines("SECURITY SU6: card testing from a hundred networks", (place) => {
  let fixture: PaymentsFixture;
  before(async () => {
    fixture = await openPaymentsFixture({ place: place() });
  });
  after(() => fixture.close());
  // Puts everything of earlier tests outside every window.
  beforeEach(() => void (fixture.clock.nowMs += DECLINES_WINDOW_MS + RESTRICTION_MS));

  const payAs = async (session: Session, card: string, { ip = newNetwork(), at = fixture, stores = false } = {}) =>
    await send(at, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: await cardBody(session, card, { storeInstrument: stores }),
      headers: { "x-client-ip": ip },
    });
  const pay = async (card: string) => await payAs(await start(fixture), card);
  const refuse = async (card: string, client = "shop") => await payAs(await start(fixture, REFUSED, { client }), card);
  const outcome = ({ status, body }: Answer) =>
    status === 200 ? String(body.finalState?.code ?? body.actionRequired) : `${status} ${faultOf(body)}`;
  const held = () => fixture.lines.filter((line) => line.includes("fraud.card-testing")).length;
  const attack = async (count: number, numberOf: (at: number) => string) => {
    const outcomes: string[] = [];
    for (let at = 0; at < count; at++) outcomes.push(outcome(await refuse(numberOf(at))));
    return outcomes;
  };

  it("restricts one card after ten declines, at every merchant, while other cards pay", async () => {
    const card = numberIn("41111111", 7);
    const tries = await attack(3, () => card);
    for (let at = 0; at < 7; at++) tries.push(outcome(await refuse(card, "other")));
    assertEquals(new Set(tries), new Set(["authorizeFailed"]));
    const late = await payAs(await start(fixture), card);
    assertEquals([outcome(late), late.headers.get("retry-after")], ["429 too-many-declines", "600"]);
    assertEquals(outcome(await pay(numberIn("41111111", 8))), "authorizeSuccessful");
  });

  it("answers 429 to new cards of a range after ten declines, at another server too, while other ranges pay", async () => {
    const heldBefore = held();
    for (let at = 0; at < 2; at++) assertEquals(outcome(await pay(GOOD)), "authorizeSuccessful");
    const outcomes = await attack(30, (at) => numberIn("45556666", at));
    assertEquals([outcomes.indexOf("429 too-many-declines"), outcomes.lastIndexOf("authorizeFailed")], [10, 9]);
    assertEquals(held(), heldBefore + 1);
    assertEquals(outcome(await pay(GOOD)), "authorizeSuccessful");
    const second = await fixture.restart();
    const there = await payAs(await start(fixture), numberIn("45556666", 99), { at: second });
    assertEquals(outcome(there), "429 too-many-declines");
    const other = await payAs(await start(fixture, {}, { client: "other" }), numberIn("45556666", 98));
    assertEquals(outcome(other), "authorizeSuccessful");
    fixture.clock.nowMs += RESTRICTION_MS;
    assertEquals(outcome(await pay(numberIn("45556666", 97))), "authorizeSuccessful");
  });

  it("reveals nothing about new cards without 3-D Secure after ten declined cards of as many ranges, while shoppers pay", async () => {
    const outcomes = await attack(100, (at) => numberIn(`4${String(at).padStart(7, "3")}`, at));
    assertEquals([outcomes.indexOf("3ds"), outcomes.lastIndexOf("authorizeFailed")], [10, 9]);
    const session = await start(fixture);
    const asked = await payAs(session, GOOD);
    assertEquals(outcome(asked), "3ds");
    const url = String(asked.body.links?.["3ds"]);
    const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec((await send(fixture, url)).text) ?? [];
    const form = new URLSearchParams({ choice: "approve", code }).toString();
    await send(fixture, url, { method: "POST", body: form, headers: { "x-client-ip": newNetwork() } });
    const paid = await send(fixture, `/client/executions/${session.id}`, { token: session.token });
    assertEquals(outcome(paid), "authorizeSuccessful");
    // A guess that continues is declined in the end, as before.
    const guess = await refuse(numberIn("49998888", 1));
    const page = String(guess.body.links?.["3ds"]);
    const [, guessed = ""] = /name="code"[^>]* value="(\d+)"/.exec((await send(fixture, page)).text) ?? [];
    const passed = new URLSearchParams({ choice: "approve", code: guessed }).toString();
    const done = await send(fixture, page, { method: "POST", body: passed, headers: { "x-client-ip": newNetwork() } });
    assert(done.text.includes("<h1>Declined</h1>"), done.text);
    // It counts for the merchant, although the issuer page does not know the card.
    const counted = fixture.db.selectFrom("pay_refusals").select("shop").where("card", "is", null);
    assert((await counted.executeTakeFirstOrThrow()).shop !== null);
    // A restriction applies to one merchant, and it ends.
    assertEquals(outcome(await payAs(await start(fixture, {}, { client: "other" }), GOOD)), "authorizeSuccessful");
    fixture.clock.nowMs += RESTRICTION_MS;
    assertEquals(outcome(await pay(GOOD)), "authorizeSuccessful");
  });

  it("accepts a card stored before the attack at once, and treats one stored during it as new", async () => {
    const storedBy = async () => {
      const session = await start(fixture);
      const publicKey = session.config.vaultConfiguration.encryptionPublicKey;
      const encryptedData = await sealCard({ publicKey }, { cardNumber: GOOD });
      const body = { holderReference: "holder-1", storeInstrument: true, data: { encryptedData } };
      const saved = await send(fixture, "/client/instruments", {
        token: session.token,
        key: crypto.randomUUID(),
        body,
      });
      return String(saved.body.id);
    };
    const payStored = async (id: string) => {
      const session = await start(fixture);
      const { amount } = session.config;
      const item = { paymentMethodCode: "card", integrationType: "api", amount, paymentInstrumentId: id };
      return outcome(
        await send(fixture, `/client/executions/${session.id}/authorize`, {
          token: session.token,
          key: crypto.randomUUID(),
          body: { amount, paymentComposition: [item] },
          headers: { "x-client-ip": newNetwork() },
        }),
      );
    };
    const early = await storedBy();
    fixture.clock.nowMs += DECLINES_WINDOW_MS + 1;
    await attack(10, (at) => numberIn(`4${String(at).padStart(7, "5")}`, at));
    assertEquals(outcome(await pay(numberIn("47778888", 1))), "3ds");
    assertEquals(await payStored(early), "authorizeSuccessful");
    const { token } = await start(fixture);
    await send(fixture, `/client/instruments/${early}`, { method: "DELETE", token, key: crypto.randomUUID() });
    assertEquals(await payStored(await storedBy()), "3ds");
  });

  it("requires nothing more when shoppers pay, when one network fails, or when the acquirer is down", async () => {
    for (let at = 0; at < 40; at++) {
      const card = numberIn(`4${String(at).padStart(7, "6")}`, at);
      assertEquals(
        outcome(at % 5 < 3 ? await pay(GOOD) : await refuse(card)),
        at % 5 < 3 ? "authorizeSuccessful" : "authorizeFailed",
      );
    }
    fixture.clock.nowMs += DECLINES_WINDOW_MS + RESTRICTION_MS;
    const ip = newNetwork();
    for (let at = 0; at < 10; at++) {
      await payAs(await start(fixture, REFUSED), numberIn(`4${String(at).padStart(7, "7")}`, at), { ip });
    }
    const away = { amount: { value: "9001.04", currency: "USD" } };
    for (let at = 0; at < 15; at++) {
      await payAs(await start(fixture, away), numberIn(`4${String(at).padStart(7, "8")}`, at));
    }
    assertEquals(outcome(await pay(numberIn("47770000", 1))), "authorizeSuccessful");
  });

  it("deletes declines and the restrictions they caused", async () => {
    await fixture.work();
    for (const table of ["pay_refusals", "pay_guards"] as const) {
      assertEquals(await fixture.db.selectFrom(table).selectAll().execute(), [], table);
    }
  });
});
