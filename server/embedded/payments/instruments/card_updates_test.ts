/** What networks report about stored cards, from the test card that causes it to the next charge. */
import { after, before, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { CardUpdate } from "../acquirer/disputes.ts";
import { createSimulator } from "../acquirer/simulator.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { type Json, merchantToken, pay, send, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";

const MINUTE_MS = 60_000;
const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };
const TEN = { value: "10.00", currency: "USD" };

onBothEngines("card updates", (place) => {
  let fixture: PaymentsFixture;
  /** The number of a replaced card, instead of the simulator's own. */
  let replacement: string | undefined;
  /** Listed beside the simulator's own updates. */
  let listedLate: readonly CardUpdate[] = [];
  let received: { readonly event: string; readonly instrument?: Json; readonly execution: Json }[];
  before(async () => {
    fixture = await openPaymentsFixture({
      place: place(),
      acquirer: (db, clock) => {
        const simulator = createSimulator({ db, clock });
        const replaced = ({ card, ...update }: CardUpdate) => ({
          ...update,
          ...(card && { card: card.number === "" ? card : { ...card, number: replacement ?? card.number } }),
        });
        return {
          ...simulator,
          cardUpdates: async (query) => [...(await simulator.cardUpdates(query)).map(replaced), ...listedLate],
        };
      },
      webhooks: [HOOK],
      deliver: async (request) => {
        received.push(await request.json());
        return new Response(null, { status: 204 });
      },
    });
  });
  after(() => fixture.close());
  beforeEach(() => {
    received = [];
    replacement = undefined;
    listedLate = [];
  });

  /** Stores a card, and returns the instrument with what happened to it after so many minutes. */
  const stored = async (card: string, holderReference: string, minutes: number) => {
    const session = await start(fixture, { holderReference });
    await pay(fixture, session, card, { storeInstrument: true });
    for (let minute = 0; minute < minutes; minute++) {
      fixture.clock.nowMs += MINUTE_MS;
      await fixture.work();
    }
    await fixture.work();
    const [instrument] = await listed(holderReference);
    assert(instrument !== undefined);
    return instrument;
  };
  const listed = async (holderReference: string) => {
    const token = await merchantToken(fixture);
    const path = `/merchant/holders/${encodeURIComponent(holderReference)}/instruments`;
    const { body } = await send(fixture, path, { token });
    return body.results as unknown as readonly Json[];
  };
  const passMinute = async () => {
    fixture.clock.nowMs += MINUTE_MS;
    await fixture.work();
    await fixture.work();
  };
  const events = () => received.filter(({ instrument }) => instrument !== undefined).map(({ event }) => event);
  /** Charges the instrument without the shopper, as a renewal does. */
  const renewal = async (holderReference: string, id: Json | undefined) => {
    const session = await start(fixture, { holderReference });
    const { body, text } = await send(
      fixture,
      `/merchant/workflows/payment-acceptance/executions/${session.id}/authorize`,
      {
        token: session.merchant,
        key: crypto.randomUUID(),
        body: {
          amount: TEN,
          paymentComposition: [{ paymentMethodCode: "card", paymentInstrumentId: id }],
          meta: { CIT: false },
        },
      },
    );
    if (body.errors !== undefined) return (body.errors as unknown as readonly Json[])[0]?.code as unknown;
    assert(body.state !== undefined, text);
    return body.state as unknown;
  };

  /** What a page of the holder answers when it changes the instrument. */
  const change = async (holderReference: string, id: Json | undefined, body: unknown) => {
    const { token } = await start(fixture, { holderReference });
    const options = { method: "PATCH", token, key: crypto.randomUUID(), body };
    const { status, body: { errors } } = await send(fixture, `/client/instruments/${id}`, options);
    return errors === undefined ? status : `${status} ${(errors as unknown as readonly Json[])[0]?.code}`;
  };

  it("a new expiry: the instrument has it, the merchant gets one webhook, and the next charge is approved", async () => {
    const before = await stored("4000000000001075", "expiry-0", 0);
    assertEquals([before.data?.cardChange, await renewal("expiry-0", before.id)], [undefined, "declined"] as never);
    const instrument = await stored("4000000000001075", "expiry", 1);
    assertEquals([instrument.data?.expiryYear, instrument.data?.suffix, instrument.status] as unknown, [
      "2045",
      "1075",
      "enabled",
    ]);
    assertEquals(String(instrument.data?.cardChange?.change), "expiry_changed");
    assertEquals(await renewal("expiry", instrument.id), "captured");
    await fixture.work();
    assertEquals(events().filter((event) => event === "instrumentExpiryChanged").length, 2);
  });

  it("a replaced card: new number and last digits under the same id, and the next charge is approved", async () => {
    const instrument = await stored("4000000000001083", "replaced", 1);
    assertEquals([instrument.data?.suffix, instrument.displayName] as unknown, ["1125", "Visa •••• 1125"]);
    assertEquals([await renewal("replaced", instrument.id), events()], ["captured", ["instrumentReplaced"]]);
    const told = received.find(({ event }) => event === "instrumentReplaced");
    assertEquals([told?.instrument?.id, told?.execution.holderReference] as unknown, [instrument.id, "replaced"]);
    assert(!JSON.stringify(received).includes("4000000000001125"), "no webhook holds the number");
  });

  it("SECURITY S4: a card replaced by one of another network shows no more of it than a new card does", async () => {
    replacement = "371449635398431";
    const { data, displayName } = await stored("4000000000001083", "replaced-amex", 1);
    assertEquals([data?.bin, data?.suffix] as unknown, ["371449", "8431"]);
    assertEquals([data?.network, displayName] as unknown, ["amex", "American Express •••• 8431"]);
  });

  it("a closed account: the instrument is invalid and is not charged again", async () => {
    const instrument = await stored("4000000000001091", "closed", 1);
    assertEquals([instrument.status, await renewal("closed", instrument.id), events()] as unknown, [
      "invalid",
      "composition-invalid",
      ["instrumentClosed"],
    ]);
  });

  it("a card that the network declared closed is not switched on again, nor changed, by a page", async () => {
    for (
      const [card, holder, minutes] of [["4000000000001091", "reopens", 1], ["4000000000001117", "revives", 2]] as const
    ) {
      const { id } = await stored(card, holder, minutes);
      assertEquals(await change(holder, id, { status: "enabled" }), "409 state-conflict");
      assertEquals(await change(holder, id, { default: true, merchantReference: "mine" }), "409 state-conflict");
      assertEquals(await renewal(holder, id), "composition-invalid");
      const row = await fixture.db.selectFrom("pay_instruments").select(["status", "is_default", "merchant_reference"])
        .where("id", "=", String(id)).executeTakeFirst();
      assertEquals(row, { status: "invalid", is_default: 0, merchant_reference: null });
    }
  });

  it("a suspended token does not pay until the network resumes it, whatever a page asks for", async () => {
    const suspended = await stored("4000000000001109", "token", 1);
    assertEquals(await change("token", suspended.id, { status: "enabled" }), "409 state-conflict");
    assertEquals(await change("token", suspended.id, { default: true }), 200);
    assertEquals([suspended.status, await renewal("token", suspended.id)] as unknown, [
      "disabled",
      "composition-invalid",
    ]);
    fixture.clock.nowMs += MINUTE_MS;
    await fixture.work();
    await fixture.work();
    assertEquals(await renewal("token", suspended.id), "captured");
    assertEquals(events(), ["instrumentSuspended", "instrumentResumed"]);
  });

  it("changes that are read at once are reported in the order in which they happened", async () => {
    await pay(fixture, await start(fixture, { holderReference: "late" }), "4000000000001117", {
      storeInstrument: true,
    });
    fixture.clock.nowMs += 3 * MINUTE_MS;
    await fixture.work();
    assertEquals(events(), ["instrumentSuspended", "instrumentTokenDeleted"]);
    const written = await fixture.db.selectFrom("pay_webhooks").select(["body", "created_ms"]).orderBy("created_ms")
      .where("body", "like", '%"holderReference":"late"%').execute();
    assertEquals(new Set(written.map(({ created_ms }) => created_ms)).size, written.length);
    assertEquals(written.slice(-2).map(({ body }) => JSON.parse(body).event), events());
  });

  it("a deleted token never pays again", async () => {
    const instrument = await stored("4000000000001117", "deleted", 2);
    assertEquals([instrument.status, events()] as unknown, ["invalid", [
      "instrumentSuspended",
      "instrumentTokenDeleted",
    ]]);
  });

  it("a card that was not stored, and one that was deleted, are not touched", async () => {
    await pay(fixture, await start(fixture, { holderReference: "once" }), "4000000000001083");
    const gone = await stored("4000000000001083", "gone", 0);
    await fixture.db.updateTable("pay_instruments").set({ status: "deleted" }).where("id", "=", String(gone.id))
      .execute();
    fixture.clock.nowMs += MINUTE_MS;
    await fixture.work();
    assertEquals(events(), []);
  });

  it("a closed card that the holder enters again is another instrument, and the closed one never pays", async () => {
    const closed = await stored("4000000000001091", "again", 1);
    assertEquals(String(closed.status), "invalid");
    const repeat = await start(fixture, { holderReference: "again" });
    await pay(fixture, repeat, "4000000000001091", { storeInstrument: true });
    const now = await listed("again");
    assertEquals(now.map(({ status }) => String(status)).toSorted(), ["enabled", "invalid"]);
    assertEquals(String(now.find(({ status }) => String(status) === "invalid")?.id), String(closed.id));
    assertEquals(await renewal("again", closed.id), "composition-invalid");
    await pay(fixture, await start(fixture, { holderReference: "again" }), "4000000000001091", {
      storeInstrument: true,
    });
    assertEquals((await listed("again")).length, 2);
  });

  it("a suspended card that the holder enters again stays suspended, under the same id", async () => {
    const suspended = await stored("4000000000001117", "suspended again", 1);
    assertEquals(String(suspended.status), "disabled");
    const repeat = await start(fixture, { holderReference: "suspended again" });
    await pay(fixture, repeat, "4000000000001117", { storeInstrument: true });
    const now = await listed("suspended again");
    assertEquals(now.map(({ id, status }) => [String(id), String(status)]), [[String(suspended.id), "disabled"]]);
  });

  it("a new expiry or number switches no card on that the shopper disabled, or that the network closed", async () => {
    for (const card of ["4000000000001075", "4000000000001083"]) {
      for (const status of ["disabled", "invalid"]) {
        const holder = `${status} ${card}`;
        const { id } = await stored(card, holder, 0);
        await fixture.db.updateTable("pay_instruments").set({ status }).where("id", "=", String(id)).execute();
        await passMinute();
        const [now] = await listed(holder);
        const change = card.endsWith("75") ? "expiry_changed" : "card_replaced";
        assertEquals([String(now?.status), String(now?.data?.cardChange?.change)], [status, change]);
      }
    }
  });

  it("a resumed card stays disabled when the shopper disabled it, before the suspension or during it", async () => {
    const disable = (holder: string, id: Json | undefined) => change(holder, id, { status: "disabled" });
    const early = await stored("4000000000001109", "disabled early", 0);
    assertEquals(await disable("disabled early", early.id), 200);
    await passMinute();
    const late = await stored("4000000000001109", "disabled late", 1);
    assertEquals(await disable("disabled late", late.id), 200);
    await passMinute();
    await passMinute();
    for (const holder of ["disabled early", "disabled late"]) {
      const [now] = await listed(holder);
      assertEquals([String(now?.status), String(now?.data?.cardChange?.change)], ["disabled", "token_resumed"]);
      assertEquals(await change(holder, now?.id, { status: "enabled" }), 200);
      assertEquals(await renewal(holder, now?.id), "captured");
    }
  });

  it("a suspended card stays suspended when its network reports another expiry, whatever a page asks for", async () => {
    const { id } = await stored("4000000000001109", "suspended, expires", 1);
    await fixture.db.updateTable("pay_instruments").set({ card_change: "expiry_changed" }).where("id", "=", String(id))
      .execute();
    assertEquals(await change("suspended, expires", id, { status: "enabled" }), "409 state-conflict");
    await passMinute();
    assertEquals(await renewal("suspended, expires", id), "captured");
  });

  it("a card that an older server suspended pays again once it is resumed", async () => {
    const { id } = await stored("4000000000001109", "suspended before", 1);
    await fixture.db.updateTable("pay_instruments").set({ suspended_status: null }).where("id", "=", String(id))
      .execute();
    await passMinute();
    assertEquals(await renewal("suspended before", id), "captured");
  });

  /** An update of the instrument's card, as the acquirer lists it. */
  const update = async (holder: string, change: CardUpdate["change"], atMs: number): Promise<CardUpdate> => {
    const { key } = await fixture.db.selectFrom("pay_intents as i").innerJoin(
      "pay_executions as e",
      "e.id",
      "i.execution_id",
    )
      .select("i.key").where("e.holder_reference", "=", holder).where("i.kind", "=", "authorize")
      .executeTakeFirstOrThrow();
    const card = { number: "", expiryMonth: "11", expiryYear: "2041" };
    return { id: crypto.randomUUID(), chargeKey: key, change, atMs, ...(change === "expiry_changed" ? { card } : {}) };
  };
  const VISA = "4242424242424242";

  it("an expiry that the acquirer lists late is stored once, and leaves the later suspension as it is", async () => {
    await stored(VISA, "listed late", 0);
    const nowMs = fixture.clock.nowMs;
    const suspension = await update("listed late", "token_suspended", nowMs);
    listedLate = [suspension];
    await passMinute();
    listedLate = [await update("listed late", "expiry_changed", nowMs - MINUTE_MS), suspension];
    await passMinute();
    await passMinute();
    const [now] = await listed("listed late");
    assertEquals([now?.status, now?.data?.expiryYear, now?.data?.cardChange?.change] as unknown, [
      "disabled",
      "2041",
      "token_suspended",
    ]);
    assertEquals(events(), ["instrumentSuspended", "instrumentExpiryChanged"]);
  });

  it("an older suspension or expiry that is listed late undoes no later one, and a late closure is final", async () => {
    await stored(VISA, "out of order", 0);
    const nowMs = fixture.clock.nowMs;
    const of = (change: CardUpdate["change"], atMs: number) => update("out of order", change, atMs);
    listedLate = [await of("token_suspended", nowMs - 3), await of("token_resumed", nowMs)];
    await passMinute();
    listedLate = [await of("token_suspended", nowMs - 1)];
    await passMinute();
    assertEquals((await listed("out of order"))[0]?.status as unknown, "enabled");
    listedLate = [await of("account_closed", nowMs - 2)];
    await passMinute();
    assertEquals((await listed("out of order"))[0]?.status as unknown, "invalid");
    assertEquals(events(), ["instrumentSuspended", "instrumentResumed", "instrumentClosed"]);
  });

  it("two changes of one millisecond are both stored, each once", async () => {
    await stored(VISA, "same time", 0);
    const nowMs = fixture.clock.nowMs;
    listedLate = [
      await update("same time", "token_suspended", nowMs),
      await update("same time", "expiry_changed", nowMs),
    ];
    await passMinute();
    await passMinute();
    const [now] = await listed("same time");
    assertEquals([now?.status, now?.data?.expiryYear] as unknown, ["disabled", "2041"]);
    assertEquals(events().toSorted(), ["instrumentExpiryChanged", "instrumentSuspended"]);
  });

  it("a card that the shopper disables while its suspension is read stays disabled after it", async () => {
    const { id } = await stored(VISA, "disabled meanwhile", 0);
    listedLate = [await update("disabled meanwhile", "token_suspended", fixture.clock.nowMs)];
    const written = Promise.withResolvers<void>();
    const commits = Promise.withResolvers<void>();
    const disabling = fixture.db.transaction().execute(async (trx) => {
      await trx.updateTable("pay_instruments").set({ status: "disabled" }).where("id", "=", String(id)).execute();
      written.resolve();
      await commits.promise;
    });
    await written.promise;
    const passed = passMinute();
    await new Promise((resolve) => setTimeout(resolve, 300));
    commits.resolve();
    await disabling;
    await passed;
    listedLate = [await update("disabled meanwhile", "token_resumed", fixture.clock.nowMs)];
    await passMinute();
    const [now] = await listed("disabled meanwhile");
    assertEquals([String(now?.status), String(now?.data?.cardChange?.change)], ["disabled", "token_resumed"]);
  });
});
