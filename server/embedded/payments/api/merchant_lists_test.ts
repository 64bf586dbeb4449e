import { after, afterEach, before, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  act,
  type Answer,
  detailOf,
  faultOf,
  merchantToken,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
  TEN,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";

const VISA = "4242424242424242";
const REFUSED = "4000000000000002";
const AMEX = "378282246310005";
const LIST = "/merchant/executions";
const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly merchantReference: string;
}
const resultsOf = ({ body, status, text }: Answer): readonly Listed[] => {
  assertEquals(status, 200, text);
  return body.results as unknown as readonly Listed[];
};
const cursorOf = ({ body }: Answer) => body.nextCursor === undefined ? undefined : String(body.nextCursor);

onBothEngines("a merchant's executions", (place) => {
  let fixture: PaymentsFixture;
  let token: string;
  let stranger: string;
  before(async () => {
    fixture = await openPaymentsFixture({ place: place(), webhooks: [HOOK] });
    [token, stranger] = [await merchantToken(fixture), await merchantToken(fixture, "other")];
  });
  after(() => fixture.close());
  const list = (query: Readonly<Record<string, string>>, by = token) =>
    send(fixture, `${LIST}?${new URLSearchParams(query)}`, { token: by });
  const create = async (merchantReference: string, more: Readonly<Record<string, unknown>> = {}, client = "shop") => {
    fixture.clock.nowMs += 1;
    return await start(fixture, { merchantReference, ...more }, { client });
  };

  it("lists the newest first, and pages hold every execution once while others are added", async () => {
    const holderReference = "pages";
    const ids: string[] = [];
    for (let at = 0; at < 7; at++) ids.unshift((await create(`page-${at}`, { holderReference })).id);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: Answer = await list({ holderReference, limit: "3", ...(cursor === "" ? {} : { cursor }) });
      seen.push(...resultsOf(page).map(({ id }) => id));
      sizes.push(resultsOf(page).length);
      cursor = cursorOf(page);
      await create("added meanwhile", { holderReference });
    }
    assertEquals([seen, sizes], [ids, [3, 3, 1]]);
  });

  it("pages hold every execution once although many began in the same millisecond", async () => {
    const holderReference = "one-millisecond";
    const made = await Promise.all(Array.from({ length: 5 }, () => start(fixture, { holderReference })));
    const seen: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: Answer = await list({ holderReference, limit: "2", ...(cursor === "" ? {} : { cursor }) });
      seen.push(...resultsOf(page).map(({ id }) => id));
      cursor = cursorOf(page);
    }
    assertEquals(seen, made.map(({ id }) => id).sort().reverse());
  });

  it("a page that ends with the last execution has no next one", async () => {
    for (const name of ["a", "b"]) await create(name, { holderReference: "whole" });
    const page = await list({ holderReference: "whole", limit: "2" });
    assertEquals([resultsOf(page).length, cursorOf(page)], [2, undefined]);
  });

  it("finds by reference, holder, state and time, and by all of them", async () => {
    const first = await create("find-1", { holderReference: "ada" });
    const betweenMs = fixture.clock.nowMs + 1;
    const second = await create("find-2", { holderReference: "ada" });
    await pay(fixture, second, VISA);
    const at = new Date(betweenMs).toISOString();
    const found = async (query: Readonly<Record<string, string>>) => resultsOf(await list(query)).map(({ id }) => id);
    assertEquals(await found({ merchantReference: "find-1" }), [first.id]);
    assertEquals(await found({ merchantReference: "find" }), []);
    assertEquals(await found({ holderReference: "ada" }), [second.id, first.id]);
    assertEquals(await found({ holderReference: "ada", state: "captured" }), [second.id]);
    assertEquals(await found({ holderReference: "ada", createdFrom: at }), [second.id]);
    assertEquals(await found({ holderReference: "ada", createdBefore: at }), [first.id]);
    assertEquals(await found({ holderReference: "ada", createdFrom: at.replace("Z", "+00:00") }), [second.id]);
    const all = { merchantReference: "find-2", holderReference: "ada", state: "captured", createdFrom: at };
    assertEquals([await found(all), await found({ ...all, state: "created" })], [[second.id], []]);
  });

  describe("by the time in which money moved", () => {
    /** The token is valid longer than all of them. */
    const PART_MS = 120_000;
    const holderReference = "moved";
    const at = (ms: number) => new Date(ms).toISOString();
    const found = async (query: Readonly<Record<string, string>>) =>
      resultsOf(await list({ holderReference, ...query })).map(({ merchantReference }) => merchantReference);
    const toNextPart = () => fixture.clock.nowMs += PART_MS;
    let parts: readonly number[] = [];
    const on = (part: number) => ({ movedFrom: at(parts[part] ?? 0), movedBefore: at(parts[part + 1] ?? 0) });
    before(async () => {
      const starts = [fixture.clock.nowMs];
      const paid = await create("paid", { holderReference });
      const held = await create("held", { holderReference, meta: { capture: "manual" } });
      const waits = await create("waits", { holderReference });
      for (const session of [paid, held]) await pay(fixture, session, VISA);
      starts.push(toNextPart());
      await pay(fixture, waits, "4000000000000077");
      const declined = await create("declined", { holderReference });
      await pay(fixture, declined, "4000000000000002");
      await act(fixture, await create("never paid", { holderReference }), "cancel");
      for (const value of ["1.00", "2.00"]) await act(fixture, paid, "refund", { amount: { ...TEN, value } });
      const theirs = await create("theirs", { holderReference }, "other");
      await pay(fixture, theirs, VISA);
      starts.push(toNextPart());
      await act(fixture, held, "capture", { amount: { ...TEN, value: "4.00" } });
      await send(fixture, `/merchant/workflows/payment-acceptance/executions/${waits.id}`, { token });
      starts.push(toNextPart());
      await act(fixture, held, "cancel");
      starts.push(toNextPart());
      parts = starts;
    });

    it("finds an authorize, refund, capture and cancel of the time, however old the order and whatever followed", async () => {
      assertEquals(await found(on(0)), ["held", "paid"]);
      assertEquals(await found(on(1)), ["paid"]);
      // The acquirer approved it two minutes after it was asked.
      assertEquals(await found(on(2)), ["waits", "held"]);
      assertEquals(await found(on(3)), ["held"]);
      assertEquals(await found({ movedFrom: on(2).movedFrom }), ["waits", "held"]);
      assertEquals(await found({ movedBefore: on(1).movedFrom }), ["held", "paid"]);
      assertEquals(await found({ movedFrom: at(fixture.clock.nowMs) }), []);
    });

    it("is combined with the other filters (all must match)", async () => {
      assertEquals(await found({ ...on(0), merchantReference: "held" }), ["held"]);
      assertEquals(await found({ ...on(2), state: "captured" }), ["waits", "held"]);
      assertEquals(await found({ ...on(2), createdFrom: on(1).movedFrom }), []);
    });

    it("pages hold every execution once, and a cursor belongs to its time", async () => {
      const first = await list({ holderReference, ...on(2), limit: "1" });
      const cursor = cursorOf(first) ?? "";
      const rest = await list({ holderReference, ...on(2), limit: "1", cursor });
      const names = [first, rest].flatMap((page) => resultsOf(page).map((row) => row.merchantReference));
      assertEquals([names, cursorOf(rest)], [["waits", "held"], undefined]);
      assertEquals((await list({ holderReference, ...on(0), limit: "1", cursor })).status, 404);
    });

    it("begins and ends at the millisecond that the move has", async () => {
      for (
        const { id, merchantReference } of resultsOf(await list({ holderReference, movedFrom: at(parts[0] ?? 0) }))
      ) {
        const { body } = await send(fixture, `/merchant/workflows/payment-acceptance/executions/${id}/moves`, {
          token,
        });
        const moves = body.results as unknown as readonly { readonly endedAt: string }[];
        assert(moves.length > 0, merchantReference);
        for (const { endedAt } of moves) {
          const next = at(Date.parse(endedAt) + 1);
          assert(
            (await found({ movedFrom: endedAt, movedBefore: next })).includes(merchantReference),
            merchantReference,
          );
        }
      }
    });

    it("finds a move that the clock of another server dates before its execution", async () => {
      const created_ms = (parts[0] ?? 0) + PART_MS * 10;
      await fixture.db.updateTable("pay_executions").set({ created_ms }).where("holder_reference", "=", holderReference)
        .where("merchant_reference", "=", "paid").execute();
      assertEquals(await found({ ...on(0), merchantReference: "paid" }), ["paid"]);
    });
  });

  it("shows reference, holder, amounts and state, but neither history nor meta", async () => {
    const session = await create("shown", { meta: { secret: "of the merchant", capture: "manual" }, workspaceId: "w" });
    await pay(fixture, session, VISA);
    await act(fixture, session, "capture", { amount: { value: "4.00", currency: "USD" } });
    const [shown] = resultsOf(await list({ merchantReference: "shown" }));
    const usd = (value: string) => ({ value, currency: "USD" });
    assertEquals({ ...shown, createdAt: "" } as unknown, {
      id: session.id,
      merchantReference: "shown",
      holderReference: "holder-1",
      workspaceId: "w",
      workflow: { code: "payment-acceptance", version: 1 },
      amount: usd("10.00"),
      state: "authorized",
      authorized: usd("10.00"),
      captured: usd("4.00"),
      refunded: usd("0.00"),
      card: { network: "visa", suffix: "4242" },
      createdAt: "",
    } as never);
  });

  describe("the paying card", () => {
    /** Event and card of each webhook, oldest first. */
    const sentCards = async (executionId: string) => {
      const rows = await fixture.db.selectFrom("pay_webhooks").select("body").where("execution_id", "=", executionId)
        .execute();
      const bodies = rows.map(({ body }) => JSON.parse(body)).sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
      return bodies.map(({ event, execution }) => [event, execution.card]);
    };
    const listedCard = async (reference: string) =>
      (await list({ merchantReference: reference })).body.results?.[0]?.card;

    const authorize = ({ id, token }: Session, item: object) =>
      send(fixture, `/client/executions/${id}/authorize`, {
        token,
        key: crypto.randomUUID(),
        body: { amount: TEN, paymentComposition: [{ integrationType: "api", amount: TEN, ...item }] },
      });

    it("is that of the last attempt in list, execution and webhooks, by network and last four digits", async () => {
      const session = await create("two-cards", { meta: { capture: "manual" } });
      assertEquals([await listedCard("two-cards"), (await readAsMerchant(fixture, session)).card], [
        undefined,
        undefined,
      ]);
      await pay(fixture, session, REFUSED);
      const refused = { network: "visa", suffix: "0002" };
      assertEquals(await listedCard("two-cards") as unknown, refused);
      await pay(fixture, session, AMEX);
      const { body: moved } = await act(fixture, session, "capture", { amount: TEN });
      const paid = { network: "amex", suffix: "0005" };
      assertEquals(
        [await listedCard("two-cards"), (await readAsMerchant(fixture, session)).card, moved.card] as unknown,
        [
          paid,
          paid,
          paid,
        ],
      );
      assertEquals(await sentCards(session.id), [
        ["authorizeRequested", refused],
        ["authorizeFailed", refused],
        ["authorizeRequested", paid],
        ["authorizeSuccessful", paid],
        ["captureRequested", paid],
        ["captureSuccessful", paid],
      ]);
    });

    it("is named for a stored card too, and not after a wallet", async () => {
      const stored = await create("stores");
      const { body } = await pay(fixture, stored, VISA, { storeInstrument: true });
      const again = await create("pays-again");
      await pay(fixture, again, REFUSED);
      await authorize(again, { paymentMethodCode: "card", paymentInstrumentId: body.paymentInstrumentId });
      assertEquals(await listedCard("pays-again") as unknown, { network: "visa", suffix: "4242" });
      const wallet = await create("wallet");
      await pay(fixture, wallet, REFUSED);
      const paymentInstrumentData = { paymentToken: '{"data":"x"}' };
      await authorize(wallet, { paymentMethodCode: "googlePay", paymentInstrumentData });
      assertEquals(await listedCard("wallet"), undefined);
    });

    it("is not in what the shopper's page can read", async () => {
      const session = await create("page");
      const { body } = await pay(fixture, session, VISA);
      assertEquals([String(body.finalState?.code), "card" in body], ["authorizeSuccessful", false]);
    });
  });

  it("has 25 results a page unless asked, and at most 100", async () => {
    const made = Array.from({ length: 102 }, () => ({ holderReference: "many" }));
    for (const overrides of made) await start(fixture, overrides);
    assertEquals(resultsOf(await list({ holderReference: "many" })).length, 25);
    assertEquals(resultsOf(await list({ holderReference: "many", limit: "100" })).length, 100);
  });

  it("refuses a query that it would otherwise misread, and says why", async () => {
    for (
      const [query, sentence] of [
        ["limit=101", "Field limit must be at most 100."],
        ["limit=0", "Field limit must be at least 1."],
        ["limit=ten", "Field limit must be number."],
        ["limit=1.5", "Field limit must be int."],
        ["state=paid", "Field state must be one of created, "],
        ["createdFrom=yesterday", "Field createdFrom must be a time such as 2026-11-21T12:00:00Z."],
        ["movedFrom=today", "Field movedFrom must be a time such as 2026-11-21T12:00:00Z."],
        ["movedBefore=2026-11-21", "Field movedBefore must be a time such as 2026-11-21T12:00:00Z."],
        ["createdBefore=2026-11-21", "Field createdBefore must be a time such as 2026-11-21T12:00:00Z."],
        ["merchantReferenc=find-1", "There is no filter merchantReferenc."],
        ["merchantReference=", "Field merchantReference must not be empty."],
        ["merchantReference=a%00", "The filter merchantReference holds a NUL character."],
        ["cursor=%00", "The filter cursor holds a NUL character."],
        ["state=captured&state=created", "Send the filter state once."],
      ] as const
    ) {
      const answer = await send(fixture, `${LIST}?${query}`, { token });
      assertEquals([answer.status, faultOf(answer.body)], [400, "request-invalid"], query);
      assertStringIncludes(detailOf(answer.body), sentence, query);
    }
  });

  it("a page for a result whose execution is named with a NUL shows no outcome, like one of an unknown execution", async () => {
    const { status, text } = await send(fixture, "/result/success?execution=%00");
    assertEquals(status, 200, text);
    assertStringIncludes(text, "Your payment");
  });

  it("SECURITY M6: another merchant's executions are in no list, whatever the filter", async () => {
    const mine = await create("shared-reference", { holderReference: "shared-holder" });
    const theirs = await create("shared-reference", { holderReference: "shared-holder" }, "other");
    for (const query of [{ merchantReference: "shared-reference" }, { holderReference: "shared-holder" }]) {
      assertEquals(resultsOf(await list(query)).map(({ id }) => id), [mine.id]);
      assertEquals(resultsOf(await list(query, stranger)).map(({ id }) => id), [theirs.id]);
    }
    const own = await create("mine-alone");
    const absent = await list({ merchantReference: "does not exist" }, stranger);
    assertEquals((await list({ merchantReference: "mine-alone" }, stranger)).text, absent.text);
    const all = resultsOf(await list({ limit: "100" }, stranger)).map(({ id }) => id);
    assertEquals([all.includes(own.id), all.includes(theirs.id)], [false, true]);
  });

  it("SECURITY M6: a cursor opens the list it came from; another merchant's, another list's and an invented one get 404", async () => {
    for (const name of ["c-1", "c-2"]) await create(name, { holderReference: "cursors" });
    const query = { holderReference: "cursors", limit: "1" };
    const cursor = cursorOf(await list(query)) ?? "";
    assertEquals(resultsOf(await list({ ...query, limit: "5", cursor })).length, 1);
    const absent = await send(fixture, "/merchant/webhooks/deliveries/none", { token });
    const [ms = "", id = ""] = cursor.split(".");
    const unfiltered = cursorOf(await list({ limit: "1" })) ?? "";
    for (
      const answer of [
        await list({ ...query, cursor }, stranger),
        await list({ holderReference: "another", limit: "1", cursor }),
        await list({ ...query, cursor: `${ms}.${id}.${"A".repeat(43)}` }),
        await list({ ...query, cursor: cursor.replace(ms, `${Number(ms) + 1}`) }),
        await list({ ...query, cursor: "next" }),
        await send(fixture, `/merchant/webhooks/deliveries?limit=1&cursor=${unfiltered}`, { token }),
        await list({ limit: "1", cursor: unfiltered }, stranger),
      ]
    ) assertEquals([answer.status, answer.text], [404, absent.text]);
  });

  it("opens only to a merchant's token", async () => {
    const session = await create("tokens");
    for (const by of [undefined, session.token, `${token}x`]) {
      const answer = await send(fixture, LIST, by === undefined ? {} : { token: by });
      assertEquals([answer.status, faultOf(answer.body)], [401, "unauthorized"]);
    }
  });
});

describe("a holder's instruments, deleted by the merchant", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());
  const stored = async (client = "shop") => {
    const session = await start(fixture, {}, { client });
    const { body } = await pay(fixture, session, VISA, { storeInstrument: true });
    return { session, id: String(body.paymentInstrumentId) };
  };
  const path = (id: string, holder = "holder-1") => `/merchant/holders/${holder}/instruments/${id}`;
  const remove = (token: string, address: string, key?: string) =>
    send(fixture, address, { method: "DELETE", token, ...(key === undefined ? {} : { key }) });
  const listed = async (token: string) =>
    (await send(fixture, "/merchant/holders/holder-1/instruments", { token })).body.results as unknown as unknown[];

  it("is gone from the holder's list, erased, and cannot pay; a repeat with the key answers the same", async () => {
    const { session: { merchant }, id } = await stored();
    const gone = await remove(merchant, path(id), "delete-1");
    assertEquals([gone.status, gone.text], [200, JSON.stringify({ success: true, id })]);
    assertEquals(await listed(merchant), []);
    const row = await fixture.db.selectFrom("pay_instruments").select(["status", "sealed_number"]).where("id", "=", id)
      .executeTakeFirstOrThrow();
    assertEquals(row, { status: "deleted", sealed_number: null });
    const again = await remove(merchant, path(id), "delete-1");
    assertEquals([again.status, again.text, again.headers.get("idempotent-replayed")], [200, gone.text, "true"]);
    assertEquals((await remove(merchant, path(id), "delete-2")).status, 404);
    const next = await start(fixture);
    const item = { paymentMethodCode: "card", integrationType: "api", paymentInstrumentId: id };
    const body = { amount: next.config.amount, paymentComposition: [item] };
    assertEquals((await act(fixture, next, "authorize", body)).status, 404);
  });

  it("needs an idempotency key", async () => {
    const { session: { merchant }, id } = await stored();
    const answer = await remove(merchant, path(id));
    assertEquals([answer.status, faultOf(answer.body), (await listed(merchant)).length], [400, "key-missing", 1]);
  });

  it("SECURITY M6: another merchant, another holder and an unknown id get the same 404, and nothing is deleted", async () => {
    const { session: { merchant }, id } = await stored();
    const other = await merchantToken(fixture, "other");
    const answers = [
      await remove(other, path(id), "k1"),
      await remove(merchant, path(id, "holder-2"), "k2"),
      await remove(other, path(crypto.randomUUID()), "k3"),
    ];
    assertEquals(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assertEquals([answers[0]?.status, (await listed(merchant)).length], [404, 1]);
    assert(!String(answers[0]?.text).includes(id));
  });
});
