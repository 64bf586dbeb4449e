/** SECURITY S4, I7: no page learns the hidden digits of a stored card by storing numbers that share its shown ones. */
import { after, before, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { faultOf, send, type Session, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";
import { passesLuhn } from "../../../../sdk/card/luhn.ts";
import { pruneVelocity } from "../fraud/velocity.ts";

// As the service promises them, whatever its constants say.
const DAY_MS = 86_400_000;
const WINDOW_MS = 10 * 60_000;
const STORED = "4242424242424242";
/** Valid numbers with the first 8 and last 4 digits of the stored one. */
const LIKE = Array.from({ length: 10_000 }, (_, at) => `42424242${String(at).padStart(4, "0")}4242`)
  .filter((number) => passesLuhn(number) && number !== STORED);

/** The n-th valid number of its own range. */
function numberAt(at: number): string {
  const body = `4${String(at).padStart(7, "3")}0000000`;
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(passesLuhn) ?? body;
}

onBothEngines("the cards that one holder stores", (place) => {
  let fixture: PaymentsFixture;
  before(async () => {
    fixture = await openPaymentsFixture({ place: place() });
  });
  after(() => fixture.close());
  let holderReference = "";
  let networks = 0;
  beforeEach(() => {
    holderReference = crypto.randomUUID();
  });

  const saveIn = async (session: Session, cardNumber: string, more: Readonly<Record<string, unknown>> = {}) => {
    const { encryptionPublicKey: publicKey } = session.config.vaultConfiguration;
    const encryptedData = await sealCard({ publicKey }, { cardNumber });
    return await send(fixture, "/client/instruments", {
      token: session.token,
      key: crypto.randomUUID(),
      body: { holderReference, storeInstrument: true, data: { encryptedData }, ...more },
      headers: { "x-client-ip": `198.18.${networks >> 8}.${networks++ & 255}` },
    });
  };
  /** A new session and a new network each time. */
  const save = async (number: string, more = {}) =>
    await saveIn(await start(fixture, { holderReference }), number, more);
  const outcome = ({ status, body }: Awaited<ReturnType<typeof save>>) =>
    status === 200 ? "stored" : `${status} ${faultOf(body)}`;

  it("are three with the same shown digits a day, so that sixty sessions do not find the stored number", async () => {
    const { id } = (await save(STORED)).body;
    fixture.clock.nowMs += DAY_MS;
    const answers = [];
    for (const number of LIKE.slice(0, 60)) answers.push(await save(number));
    assertEquals(answers.slice(0, 3).map(outcome), ["stored", "stored", "stored"]);
    assertEquals(new Set(answers.slice(3).map(outcome)), new Set(["429 too-many-saves"]));
    assert(answers.every(({ body }) => body.id !== id));
    assertEquals(answers.at(-1)?.headers.get("retry-after"), String(DAY_MS / 1000));
    // Nor does a refusal tell the stored number from another.
    assertEquals(outcome(await save(STORED)), "429 too-many-saves");
    assertEquals(outcome(await save(numberAt(1))), "stored");
    fixture.clock.nowMs += DAY_MS;
    assertEquals((await save(STORED)).body.id, id);
  });

  it("are three also on the day that the card is stored, whose number is then refused like any other", async () => {
    await save(STORED);
    const answers = [];
    for (const number of [...LIKE.slice(0, 60), STORED]) answers.push(outcome(await save(number)));
    assertEquals(answers.slice(0, 2), ["stored", "stored"]);
    assertEquals(new Set(answers.slice(2)), new Set(["429 too-many-saves"]));
  });

  it("that were deleted count, and the same card counts once and keeps its id in a later session", async () => {
    const first = await save(STORED);
    for (let at = 0; at < 5; at++) assertEquals((await save(STORED)).body.id, first.body.id);
    for (const number of LIKE.slice(0, 2)) {
      assertEquals((await save(STORED)).body.id, first.body.id);
      const session = await start(fixture, { holderReference });
      const { body } = await saveIn(session, number);
      assertNotEquals(body.id, first.body.id);
      const path = `/client/instruments/${String(body.id)}`;
      const { status } = await send(fixture, path, {
        method: "DELETE",
        token: session.token,
        key: crypto.randomUUID(),
      });
      assertEquals(status, 200);
    }
    assertEquals(outcome(await save(LIKE[2] ?? "")), "429 too-many-saves");
  });

  it("are twenty in ten minutes and forty a day; those for the next payment only do not count", async () => {
    const outcomes = [];
    for (let at = 0; at < 21; at++) outcomes.push(outcome(await save(numberAt(at))));
    assertEquals([outcomes.indexOf("429 too-many-saves"), outcomes.length], [20, 21]);
    assertEquals(outcome(await save(numberAt(1), { storeInstrument: false })), "stored");
    fixture.clock.nowMs += WINDOW_MS;
    for (let at = 21; at < 41; at++) assertEquals(outcome(await save(numberAt(at))), "stored");
    fixture.clock.nowMs += WINDOW_MS;
    const refused = await save(numberAt(50));
    assertEquals([outcome(refused), refused.headers.get("retry-after")], [
      "429 too-many-saves",
      String((DAY_MS - 2 * WINDOW_MS) / 1000),
    ]);
    holderReference = crypto.randomUUID();
    assertEquals(outcome(await save(numberAt(50))), "stored");
  });

  it("as a wallet's token are twenty in ten minutes, in whichever session, and other holders have their own", async () => {
    const saveWallet = async () => {
      const { token } = await start(fixture, { holderReference });
      return outcome(
        await send(fixture, "/client/instruments", {
          token,
          key: crypto.randomUUID(),
          body: { holderReference, paymentMethod: "googlePay", storeInstrument: true, data: { paymentToken: "{}" } },
        }),
      );
    };
    for (let at = 0; at < 20; at++) assertEquals(await saveWallet(), "stored");
    assertEquals(await saveWallet(), "429 too-many-saves");
    const limited = holderReference;
    holderReference = crypto.randomUUID();
    assertEquals(await saveWallet(), "stored");
    holderReference = limited;
    fixture.clock.nowMs += WINDOW_MS;
    assertEquals(await saveWallet(), "stored");
  });

  it("are counted for a day, by keyed hashes", async () => {
    fixture.clock.nowMs += DAY_MS + 1;
    while (await pruneVelocity(fixture) > 0);
    await save(STORED);
    const count = async () => (await fixture.db.selectFrom("pay_velocity").select("id").execute()).length;
    fixture.clock.nowMs += DAY_MS - 1;
    while (await pruneVelocity(fixture) > 0);
    const rows = await fixture.db.selectFrom("pay_velocity").selectAll().execute();
    assertEquals(rows.map(({ kind }) => kind).toSorted(), ["holder_save", "like_card"]);
    assert(!JSON.stringify(rows).includes("4242424242") && !JSON.stringify(rows).includes(holderReference));
    fixture.clock.nowMs += 2;
    while (await pruneVelocity(fixture) > 0);
    assertEquals(await count(), 0);
  });
});
