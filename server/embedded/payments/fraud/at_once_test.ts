/** The limits against card testing, for requests that arrive together, at two servers of one database. */
import { after, before, beforeEach, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";
import {
  type Answer,
  cardBody,
  faultOf,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import type { Acquirer } from "../acquirer/acquirer.ts";
import { createSimulator } from "../acquirer/simulator.ts";

const GOOD = "4242424242424242";
const BAD = "4000000000000002";
const FAILS = "4000000000000119";
const HOUR_MS = 3_600_000;

onBothEngines("SECURITY SU6, I7: limits against card testing, at once", (place) => {
  let fixture: PaymentsFixture;
  let servers: readonly PaymentsFixture[];
  /** How many payments the acquirer was asked about, and what it waits for before it answers. */
  let asked = 0;
  let answers = Promise.resolve();
  const slow = (acquirer: Acquirer): Acquirer => ({
    ...acquirer,
    authorize: async (call) => {
      asked += 1;
      await answers;
      return await acquirer.authorize(call);
    },
  });
  before(async () => {
    fixture = await openPaymentsFixture({
      place: place(),
      acquirer: (db, clock) => slow(createSimulator({ db, clock })),
    });
    servers = [fixture, await fixture.beside(slow(createSimulator({ db: fixture.ledger, clock: fixture.clock })))];
  });
  after(() => fixture.close());
  beforeEach(async () => {
    asked = 0;
    answers = Promise.resolve();
    // Puts everything of earlier tests outside every window.
    fixture.clock.nowMs += 2 * HOUR_MS;
    await fixture.work();
  });

  interface Attempt {
    readonly session: Session;
    readonly body: unknown;
  }
  const attempts = (count: number, card: string): Promise<readonly Attempt[]> =>
    Promise.all(Array.from({ length: count }, async () => {
      const session = await start(fixture);
      return { session, body: await cardBody(session, card) };
    }));
  const pay = async ({ session: { id, token }, body }: Attempt, ip: string, at = fixture) =>
    await send(at, `/client/executions/${id}/authorize`, {
      token,
      key: crypto.randomUUID(),
      body,
      headers: { "x-client-ip": ip },
    });
  const counted = async (kind: string) =>
    (await fixture.db.selectFrom("pay_velocity").select("id").where("kind", "=", kind).execute()).length;
  const tally = (all: readonly Answer[]) =>
    Object.fromEntries(
      Map.groupBy(all, ({ status, body }) => `${status} ${faultOf(body)}`).entries()
        .map(([name, { length }]) => [name, length]),
    );

  it("asks the acquirer about ten payments of a network that are all declined, whichever server gets them", async () => {
    const tries = await attempts(30, BAD);
    const { promise, resolve } = Promise.withResolvers<void>();
    answers = promise;
    let refused = 0;
    const all = tries.map(async (attempt, at) => {
      const answer = await pay(attempt, "203.0.113.7", servers[at % 2]);
      if (answer.status === 429) refused += 1;
      return answer;
    });
    await eventually(() => asked + refused === tries.length);
    resolve();
    assertEquals(tally(await Promise.all(all)), { "200 none": 10, "429 too-many-declines": 20 });
    assertEquals([asked, await counted("decline")], [10, 10]);
  });

  it("counts nothing of payments that are approved, that the provider failed, or that are refused unasked", async () => {
    for (const card of [GOOD, FAILS]) {
      const all = (await attempts(10, card)).map((attempt, at) => pay(attempt, "203.0.113.8", servers[at % 2]));
      assertEquals(tally(await Promise.all(all)), { "200 none": 10 });
    }
    for (const { session } of await attempts(11, GOOD)) {
      const { status } = await pay({ session, body: { amount: session.config.amount } }, "203.0.113.8");
      assertEquals(status, 400);
    }
    assertEquals(await counted("decline"), 0);
  });

  it("asks about ten payments by one card at once, from however many networks", async () => {
    const tries = await attempts(15, BAD);
    const { promise, resolve } = Promise.withResolvers<void>();
    answers = promise;
    let refused = 0;
    const all = tries.map(async (attempt, at) => {
      const answer = await pay(attempt, `198.51.100.${at}`);
      if (answer.status === 429) refused += 1;
      return answer;
    });
    await eventually(() => asked + refused === tries.length);
    resolve();
    assertEquals(tally(await Promise.all(all)), { "200 none": 10, "429 too-many-declines": 5 });
    // The restriction that follows is about declines; once it is over, the card is tried again.
    fixture.clock.nowMs += 2 * HOUR_MS;
    for (const attempt of await attempts(2, BAD)) assertEquals((await pay(attempt, "198.51.100.99")).status, 200);
  });

  const save = async (session: Session, ip: string, at = fixture) => {
    const { encryptionPublicKey: publicKey } = session.config.vaultConfiguration;
    const encryptedData = await sealCard({ publicKey }, { cardNumber: GOOD });
    return await send(at, "/client/instruments", {
      token: session.token,
      key: crypto.randomUUID(),
      body: { holderReference: "holder-1", storeInstrument: false, data: { encryptedData } },
      headers: { "x-client-ip": ip },
    });
  };

  it("stores 20 cards of a network, and of a session from anywhere", async () => {
    const sessions = await Promise.all(Array.from({ length: 30 }, () => start(fixture)));
    const ofNetwork = sessions.map((session, at) => save(session, "203.0.113.9", servers[at % 2]));
    assertEquals(tally(await Promise.all(ofNetwork)), { "200 none": 20, "429 too-many-saves": 10 });
    assertEquals(await counted("save"), 20);
    const session = await start(fixture);
    const ofSession = Array.from({ length: 30 }, (_, at) => save(session, `198.51.100.${at}`, servers[at % 2]));
    assertEquals(tally(await Promise.all(ofSession)), { "200 none": 20, "429 too-many-saves": 10 });
    assertEquals(await counted("save"), 40);
  });
});
