import { after, before, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  type Answer,
  type Bench,
  cardBody,
  faultOf,
  openBench,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_bench.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { passesLuhn } from "../../../../sdk/card/luhn.ts";
import { DECLINES_WINDOW_MS, GUARD_MS } from "../context/constants.ts";

const GOOD = "4242424242424242";
/** The simulated bank refuses every card for this sum: GenericRejection. */
const REFUSED = { amount: { value: "9001.07", currency: "USD" } };

/** The n-th number of a range, with its check digit. */
function numberIn(range: string, at: number): string {
  const body = range + String(at).padStart(15 - range.length, "0");
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(passesLuhn) ?? body;
}

let networks = 0;
/** Nobody's before. */
const newNetwork = () => `198.${18 + (networks >> 16)}.${(networks >> 8) & 255}.${networks++ & 255}`;

onBothEngines("SU6: card testing from a hundred networks", (place) => {
  let bench: Bench;
  before(async () => {
    bench = await openBench({ place: place() });
  });
  after(() => bench.close());
  // What a test before has left is older than any window.
  beforeEach(() => void (bench.clock.nowMs += DECLINES_WINDOW_MS + GUARD_MS));

  const payAs = async (session: Session, card: string, { ip = newNetwork(), at = bench, stores = false } = {}) =>
    await send(at, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: await cardBody(session, card, { storeInstrument: stores }),
      headers: { "x-client-ip": ip },
    });
  const pay = async (card: string) => await payAs(await start(bench), card);
  const refuse = async (card: string, client = "shop") => await payAs(await start(bench, REFUSED, { client }), card);
  const outcome = ({ status, body }: Answer) =>
    status === 200 ? String(body.finalState?.code ?? body.actionRequired) : `${status} ${faultOf(body)}`;
  const held = () => bench.lines.filter((line) => line.includes("card testing")).length;
  const attack = async (count: number, numberOf: (at: number) => string) => {
    const outcomes: string[] = [];
    for (let at = 0; at < count; at++) outcomes.push(outcome(await refuse(numberOf(at))));
    return outcomes;
  };

  it("one card: refused ten times it is held back, at every shop, and other cards pay", async () => {
    const card = numberIn("41111111", 7);
    const tries = await attack(3, () => card);
    for (let at = 0; at < 7; at++) tries.push(outcome(await refuse(card, "other")));
    assertEquals(new Set(tries), new Set(["authorizeFailed"]));
    const late = await payAs(await start(bench), card);
    assertEquals([outcome(late), late.headers.get("retry-after")], ["429 too-many-declines", "600"]);
    assertEquals(outcome(await pay(numberIn("41111111", 8))), "authorizeSuccessful");
  });

  it("one range of numbers: after ten refusals its new cards get 429, at another server too, and other ranges pay", async () => {
    const heldBefore = held();
    for (let at = 0; at < 2; at++) assertEquals(outcome(await pay(GOOD)), "authorizeSuccessful");
    const outcomes = await attack(30, (at) => numberIn("45556666", at));
    assertEquals([outcomes.indexOf("429 too-many-declines"), outcomes.lastIndexOf("authorizeFailed")], [10, 9]);
    assertEquals(held(), heldBefore + 1);
    assertEquals(outcome(await pay(GOOD)), "authorizeSuccessful");
    const second = await bench.restart();
    const there = await payAs(await start(bench), numberIn("45556666", 99), { at: second });
    assertEquals(outcome(there), "429 too-many-declines");
    const other = await payAs(await start(bench, {}, { client: "other" }), numberIn("45556666", 98));
    assertEquals(outcome(other), "authorizeSuccessful");
    bench.clock.nowMs += GUARD_MS;
    assertEquals(outcome(await pay(numberIn("45556666", 97))), "authorizeSuccessful");
  });

  it("a hundred cards of a hundred ranges: from the eleventh on nothing is learned without 3-D Secure, and shoppers pay", async () => {
    const outcomes = await attack(100, (at) => numberIn(`4${String(at).padStart(7, "3")}`, at));
    assertEquals([outcomes.indexOf("3ds"), outcomes.lastIndexOf("authorizeFailed")], [10, 9]);
    const session = await start(bench);
    const asked = await payAs(session, GOOD);
    assertEquals(outcome(asked), "3ds");
    const url = String(asked.body.links?.["3ds"]);
    const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec((await send(bench, url)).text) ?? [];
    const form = new URLSearchParams({ choice: "approve", code }).toString();
    await send(bench, url, { method: "POST", body: form, headers: { "x-client-ip": newNetwork() } });
    const paid = await send(bench, `/client/executions/${session.id}`, { token: session.token });
    assertEquals(outcome(paid), "authorizeSuccessful");
    // A guess that goes on is refused in the end, as it would have been before.
    const guess = await refuse(numberIn("49998888", 1));
    const page = String(guess.body.links?.["3ds"]);
    const [, guessed = ""] = /name="code"[^>]* value="(\d+)"/.exec((await send(bench, page)).text) ?? [];
    const passed = new URLSearchParams({ choice: "approve", code: guessed }).toString();
    const done = await send(bench, page, { method: "POST", body: passed, headers: { "x-client-ip": newNetwork() } });
    assert(done.text.includes("declined"), done.text);
    // One merchant's trouble is not another's, and it ends.
    assertEquals(outcome(await payAs(await start(bench, {}, { client: "other" }), GOOD)), "authorizeSuccessful");
    bench.clock.nowMs += GUARD_MS;
    assertEquals(outcome(await pay(GOOD)), "authorizeSuccessful");
  });

  it("a card stored before the attack pays at once; one stored during it is as new as one that is typed", async () => {
    const storedBy = async () => {
      const session = await start(bench);
      const publicKey = session.config.vaultConfiguration.encryptionPublicKey;
      const encryptedData = await sealCard({ publicKey }, { cardNumber: GOOD });
      const body = { holderReference: "holder-1", storeInstrument: true, data: { encryptedData } };
      const saved = await send(bench, "/client/instruments", { token: session.token, key: crypto.randomUUID(), body });
      return String(saved.body.id);
    };
    const payStored = async (id: string) => {
      const session = await start(bench);
      const { amount } = session.config;
      const item = { paymentMethodCode: "card", integrationType: "api", amount, paymentInstrumentId: id };
      return outcome(
        await send(bench, `/client/executions/${session.id}/authorize`, {
          token: session.token,
          key: crypto.randomUUID(),
          body: { amount, paymentComposition: [item] },
          headers: { "x-client-ip": newNetwork() },
        }),
      );
    };
    const early = await storedBy();
    bench.clock.nowMs += DECLINES_WINDOW_MS + 1;
    await attack(10, (at) => numberIn(`4${String(at).padStart(7, "5")}`, at));
    assertEquals(outcome(await pay(numberIn("47778888", 1))), "3ds");
    assertEquals(await payStored(early), "authorizeSuccessful");
    const { token } = await start(bench);
    await send(bench, `/client/instruments/${early}`, { method: "DELETE", token, key: crypto.randomUUID() });
    assertEquals(await payStored(await storedBy()), "3ds");
  });

  it("asks nothing more of anybody where people pay, for one network alone, or while the bank is away", async () => {
    for (let at = 0; at < 40; at++) {
      const card = numberIn(`4${String(at).padStart(7, "6")}`, at);
      assertEquals(
        outcome(at % 5 < 3 ? await pay(GOOD) : await refuse(card)),
        at % 5 < 3 ? "authorizeSuccessful" : "authorizeFailed",
      );
    }
    bench.clock.nowMs += DECLINES_WINDOW_MS + GUARD_MS;
    const ip = newNetwork();
    for (let at = 0; at < 10; at++) {
      await payAs(await start(bench, REFUSED), numberIn(`4${String(at).padStart(7, "7")}`, at), { ip });
    }
    const away = { amount: { value: "9001.04", currency: "USD" } };
    for (let at = 0; at < 15; at++) {
      await payAs(await start(bench, away), numberIn(`4${String(at).padStart(7, "8")}`, at));
    }
    assertEquals(outcome(await pay(numberIn("47770000", 1))), "authorizeSuccessful");
  });

  it("forgets refusals and what they held back", async () => {
    await bench.work();
    for (const table of ["pay_refusals", "pay_guards"] as const) {
      assertEquals(await bench.db.selectFrom(table).selectAll().execute(), [], table);
    }
  });
});
