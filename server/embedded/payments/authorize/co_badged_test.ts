/** Co-badged cards: their networks, the network a payment uses, and how the shopper's choice is stored. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  cardBody,
  faultOf,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { createSimulator } from "../acquirer/simulator.ts";
import type { AuthorizeCall } from "../acquirer/acquirer.ts";
import { lookUpBin } from "../instruments/bins.ts";

/** Cartes Bancaires and Visa. */
const FRENCH = "4035501000000008";

const NETWORKS: Readonly<Record<string, readonly string[] | undefined>> = {
  "40355010": ["cartesbancaires", "visa"],
  "55555525": ["cartesbancaires", "mastercard"],
  "45710000": ["dankort", "visa"],
  "67034444": ["bancontact", "maestro"],
  // Six digits are too few to identify the range.
  "403550": undefined,
  "42424242": undefined,
  "37828224": undefined,
};

describe("co-badged ranges", () => {
  for (const [bin, networks] of Object.entries(NETWORKS)) {
    it(`S-BIN-01: ${bin} carries ${networks?.join(" and ") ?? "one network"}`, () => {
      assertEquals(lookUpBin(bin).networks, networks);
    });
  }
});

describe("co-badged cards", () => {
  let fixture: PaymentsFixture;
  const calls: AuthorizeCall[] = [];
  beforeEach(async () => {
    calls.length = 0;
    fixture = await openPaymentsFixture({
      acquirer: (db, clock) => {
        const simulator = createSimulator({ db, clock });
        return { ...simulator, authorize: (call) => (calls.push(call), simulator.authorize(call)) };
      },
    });
  });
  afterEach(() => fixture.close());

  const schemes = () =>
    calls.map(({ paymentMethod }) => paymentMethod.kind === "card" ? paymentMethod.preferredScheme : "no card");

  async function payOver(session: Session, preferredScheme: string | undefined, number = FRENCH) {
    const body = await cardBody(session, number, { storeInstrument: true });
    const [item] = body.paymentComposition;
    const paymentInstrumentData = { ...item?.paymentInstrumentData, preferredScheme };
    return await send(fixture, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: { ...body, paymentComposition: [{ ...item, paymentInstrumentData }] },
    });
  }

  async function payAgain(session: Session, id: string) {
    const { amount } = session.config;
    const item = { paymentMethodCode: "card", integrationType: "api", amount, paymentInstrumentId: id };
    return await send(fixture, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: { amount, paymentComposition: [item] },
    });
  }

  for (const scheme of ["cartesbancaires", "visa", undefined]) {
    it(`S-COMPOSE-01: a payment over ${scheme ?? "no network by choice"} uses it, and so does the stored card`, async () => {
      const session = await start(fixture);
      const { body, text } = await payOver(session, scheme);
      assertEquals(String(body.finalState?.code), "authorizeSuccessful", text);
      const { body: again } = await payAgain(await start(fixture), String(body.paymentInstrumentId));
      assertEquals(String(again.finalState?.code), "authorizeSuccessful");
      assertEquals(schemes(), [scheme, scheme]);
      assertEquals([body.preferredScheme, again.preferredScheme], [scheme, scheme]);
      assertEquals<unknown>((await readAsMerchant(fixture, session)).preferredScheme, scheme);
      const intents = await fixture.db.selectFrom("pay_intents").select("preferred_scheme").where(
        "kind",
        "=",
        "authorize",
      )
        .execute();
      assertEquals(intents.map(({ preferred_scheme }) => preferred_scheme), [scheme ?? null, scheme ?? null]);
      const stored = (await start(fixture)).config.execution.initialResults[0]?.body.data?.paymentCompositionOptions
        .flatMap(({ paymentInstruments }) => paymentInstruments);
      assertEquals(stored?.map(({ data }) => data.preferredScheme), [scheme]);
    });
  }

  it("replaces the network of a stored card with a new choice", async () => {
    await payOver(await start(fixture), "visa");
    const { body } = await payOver(await start(fixture), "cartesbancaires");
    await payAgain(await start(fixture), String(body.paymentInstrumentId));
    assertEquals(schemes(), ["visa", "cartesbancaires", "cartesbancaires"]);
    await payOver(await start(fixture), undefined);
    await payAgain(await start(fixture), String(body.paymentInstrumentId));
    assertEquals(schemes().slice(3), [undefined, "cartesbancaires"]);
  });

  it("refuses a network the card does not carry, and charges nothing", async () => {
    for (const [scheme, number] of [["mastercard", FRENCH], ["cartesbancaires", "4242424242424242"]] as const) {
      const { status, body } = await payOver(await start(fixture), scheme, number);
      assertEquals([status, faultOf(body)], [422, "composition-invalid"]);
    }
    assertEquals(calls.length, 0);
    assertEquals((await pay(fixture, await start(fixture), FRENCH)).status, 200);
  });

  it("keeps the choice of a card that is stored without a payment", async () => {
    const session = await start(fixture);
    const { encryptedData } = (await cardBody(session, FRENCH)).paymentComposition[0]?.paymentInstrumentData ?? {};
    const save = (preferredScheme: string) =>
      send(fixture, session.config.vaultConfiguration.links.saveInstrument.href, {
        token: session.token,
        key: crypto.randomUUID(),
        body: { holderReference: "holder-1", storeInstrument: true, data: { encryptedData, preferredScheme } },
      });
    assertEquals(faultOf((await save("amex")).body), "composition-invalid");
    const { body, text } = await save("cartesbancaires");
    assertEquals(String(body.data?.preferredScheme), "cartesbancaires", text);
    await payAgain(session, String(body.id));
    assertEquals(schemes(), ["cartesbancaires"]);
  });
});
