import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import {
  act,
  type Json,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import type { Acquirer, Outcome } from "../acquirer/acquirer.ts";
import { createSimulator } from "../acquirer/simulator.ts";

const VISA = "4242424242424242";
const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };
const usd = (value: string) => ({ amount: { value, currency: "USD" } });

interface Entry {
  readonly code: string;
  readonly time: string;
  readonly moveId?: string;
  readonly amount?: { readonly value: string; readonly currency: string };
}
interface MoveBody {
  readonly id: string;
  readonly executionId: string;
  readonly kind: string;
  readonly amount: { readonly value: string; readonly currency: string };
  readonly state: string;
  readonly idempotencyKey?: string;
  readonly createdAt: string;
  readonly endedAt?: string;
}

const statusOf = (body: Json) => body.status as unknown as readonly Entry[];

describe("moves of money", () => {
  let fixture: PaymentsFixture;
  let received: { event: string; move?: MoveBody; execution: Json }[];
  let refused: readonly string[];
  /** Kinds of operations whose next call the acquirer answers before it has decided. */
  let undecided: string[];
  /** Keys of the operations that reached the acquirer. */
  let asked: string[];
  /** What the acquirer knows of a call, instead of the simulator's own answer. */
  let found: Outcome | undefined;
  beforeEach(async () => {
    received = [];
    refused = [];
    undecided = [];
    asked = [];
    found = undefined;
    fixture = await openPaymentsFixture({
      webhooks: [HOOK],
      deliver: async (request) => {
        received.push(await request.json());
        return new Response(null, { status: 204 });
      },
      acquirer: (ledger, clock): Acquirer => {
        const simulator = createSimulator({ db: ledger, clock });
        return {
          ...simulator,
          close: async (key) => found ?? await simulator.close(key),
          async operate(call) {
            asked.push(call.key);
            if (refused.includes(call.kind)) return { kind: "declined", result: "GenericRejection" };
            const outcome = await simulator.operate(call);
            const isUndecided = undecided.includes(call.kind);
            undecided = undecided.filter((kind) => kind !== call.kind);
            return isUndecided ? { kind: "pending", askAgainMs: 1_000 } : outcome;
          },
        };
      },
    });
  });
  afterEach(() => fixture.close());

  const held = async (): Promise<Session> => {
    const session = await start(fixture, { meta: { capture: "manual" } });
    await pay(fixture, session, VISA);
    return session;
  };
  const address = ({ id }: Session) => `/merchant/workflows/payment-acceptance/executions/${id}`;
  const movesOf = async (session: Session) => {
    const { status, body, text } = await send(fixture, `${address(session)}/moves`, { token: session.merchant });
    assertEquals(status, 200, text);
    return body.results as unknown as readonly MoveBody[];
  };
  const brief = (moves: readonly MoveBody[]) =>
    moves.map(({ kind, amount, state }) => `${kind} ${amount.value} ${amount.currency} ${state}`);

  it("two partial captures and two partial refunds are four moves, each with its id and amount", async () => {
    const session = await held();
    for (const [kind, value] of [["capture", "4.00"], ["capture", "6.00"], ["refund", "1.50"], ["refund", "2.50"]]) {
      await act(fixture, session, kind ?? "", usd(value ?? ""));
    }
    const moves = await movesOf(session);
    assertEquals(brief(moves), [
      "capture 4.00 USD successful",
      "capture 6.00 USD successful",
      "refund 1.50 USD successful",
      "refund 2.50 USD successful",
    ]);
    assertEquals(new Set(moves.map(({ id }) => id)).size, 4);
    const entries = statusOf(await readAsMerchant(fixture, session)).filter(({ moveId }) => moveId !== undefined);
    for (const { id, amount, createdAt, endedAt, executionId } of moves) {
      const own = entries.filter(({ moveId }) => moveId === id);
      assertEquals(own.map((entry) => entry.amount), [amount, amount]);
      assertEquals([executionId, own.map(({ time }) => time)], [session.id, [createdAt, endedAt ?? ""]]);
    }
    assertEquals(entries.length, 8);
  });

  it("SECURITY R8: a refund or capture that the acquirer decides later stays requested, and is sent once", async () => {
    const session = await held();
    for (const kind of ["capture", "refund"] as const) {
      undecided = [kind];
      const before = asked.length;
      await act(fixture, session, kind, usd("4.00"));
      const last = async () => brief(await movesOf(session)).at(-1);
      assertEquals(await last(), `${kind} 4.00 USD requested`);
      await fixture.work();
      assertEquals(await last(), `${kind} 4.00 USD requested`);
      fixture.clock.nowMs += 10_000;
      await fixture.work();
      assertEquals([await last(), asked.length - before], [`${kind} 4.00 USD successful`, 1]);
    }
    await fixture.work();
    const sent = received.map(({ event }) => event).filter((event) => /^(capture|refund)/.test(event));
    assertEquals(sent, ["captureRequested", "captureSuccessful", "refundRequested", "refundSuccessful"]);
  });

  it("SECURITY R8: an acquirer that still has not decided is asked again, and its refusal ends the refund", async () => {
    const session = await held();
    await act(fixture, session, "capture", usd("4.00"));
    undecided = ["refund"];
    found = { kind: "pending", askAgainMs: 1_000 };
    await act(fixture, session, "refund", usd("4.00"));
    for (const _ of ["once", "twice"]) {
      fixture.clock.nowMs += 10_000;
      await fixture.work();
      assertEquals(brief(await movesOf(session)).at(-1), "refund 4.00 USD requested");
    }
    found = { kind: "declined", result: "GenericRejection" };
    fixture.clock.nowMs += 10_000;
    await fixture.work();
    assertEquals(brief(await movesOf(session)).at(-1), "refund 4.00 USD failed");
  });

  it("each webhook of a move names it with its state at that time; a webhook of an authorize names none", async () => {
    const session = await held();
    await act(fixture, session, "capture", usd("4.00"));
    await act(fixture, session, "refund", usd("1.00"));
    await fixture.work();
    const moves = await movesOf(session);
    assertEquals(
      received.map(({ event, move }) => [event, move?.id, move?.amount.value, move?.state]),
      [
        ["authorizeRequested", undefined, undefined, undefined],
        ["authorizeSuccessful", undefined, undefined, undefined],
        ["captureRequested", moves[0]?.id, "4.00", "requested"],
        ["captureSuccessful", moves[0]?.id, "4.00", "successful"],
        ["refundRequested", moves[1]?.id, "1.00", "requested"],
        ["refundSuccessful", moves[1]?.id, "1.00", "successful"],
      ],
    );
    assertEquals(received.at(-1)?.move, moves[1]);
    assertEquals(statusOf(received.at(-1)?.execution ?? {}), statusOf(await readAsMerchant(fixture, session)));
  });

  it("an automatic capture is a move of the whole amount, without an idempotency key", async () => {
    const session = await start(fixture);
    await pay(fixture, session, VISA);
    const moves = await movesOf(session);
    const [move] = moves;
    assertEquals([brief(moves), move?.idempotencyKey], [["capture 10.00 USD successful"], undefined]);
    assertEquals(move?.createdAt, move?.endedAt);
    const intent = await fixture.db.selectFrom("pay_intents").select("key").where("execution_id", "=", session.id)
      .executeTakeFirstOrThrow();
    assertEquals(move?.id, intent.key);
  });

  it("a payment that is captured after its issuer was asked again has its capture as a move", async () => {
    const session = await start(fixture);
    await pay(fixture, session, "4000000000000077");
    assertEquals(await movesOf(session), []);
    fixture.clock.nowMs += 60_000;
    assertEquals(brief(await movesOf(session)), ["capture 10.00 USD successful"]);
  });

  it("a cancel voids what is left: all, the rest, what is pending, or nothing", async () => {
    const whole = await held();
    await act(fixture, whole, "cancel");
    assertEquals(brief(await movesOf(whole)), ["cancel 10.00 USD successful"]);
    const rest = await held();
    await act(fixture, rest, "capture", usd("4.00"));
    await act(fixture, rest, "cancel");
    assertEquals(brief(await movesOf(rest)), ["capture 4.00 USD successful", "cancel 6.00 USD successful"]);
    const pending = await start(fixture);
    await pay(fixture, pending, "4000002500003155");
    await act(fixture, pending, "cancel");
    assertEquals(brief(await movesOf(pending)), ["cancel 10.00 USD successful"]);
    const unpaid = await start(fixture);
    const { body } = await act(fixture, unpaid, "cancel");
    assertEquals(brief(await movesOf(unpaid)), ["cancel 0.00 USD successful"]);
    assertEquals(String(body.move?.id), (await movesOf(unpaid))[0]?.id);
  });

  it("a move that the acquirer refuses is failed, and the next one is another move", async () => {
    const session = await held();
    refused = ["capture"];
    const first = await act(fixture, session, "capture", usd("4.00"));
    assertEquals([first.status, String(first.body.move?.state)], [200, "failed"]);
    refused = [];
    await act(fixture, session, "capture", usd("4.00"));
    const moves = await movesOf(session);
    assertEquals(brief(moves), ["capture 4.00 USD failed", "capture 4.00 USD successful"]);
    assertNotEquals(moves[0]?.id, moves[1]?.id);
  });

  it("a refused cancel leaves a hold of no money authorized, as it leaves any other, and a pending one pending", async () => {
    const hold = async (value: string, card: string) => {
      const session = await start(fixture, { ...usd(value), meta: { capture: "manual" } });
      await pay(fixture, session, card);
      const { body } = await act(fixture, session, "cancel");
      return String(body.state);
    };
    refused = ["cancel"];
    const pending = "4000000000000077";
    assertEquals([await hold("0.00", VISA), await hold("1.00", VISA), await hold("1.00", pending)], [
      "authorized",
      "authorized",
      "pending",
    ]);
  });

  it("the answer names the move of its own request; a repeat with the same key is the same move", async () => {
    const session = await held();
    const options = { token: session.merchant, key: "order-1-capture-1", body: usd("4.00") };
    const first = await send(fixture, `${address(session)}/capture`, options);
    const again = await send(fixture, `${address(session)}/capture`, options);
    const other = await send(fixture, `${address(session)}/capture`, { ...options, key: "order-1-capture-2" });
    assertEquals([first.text, again.headers.get("idempotent-replayed")], [again.text, "true"]);
    const moves = await movesOf(session);
    assertEquals(moves.map(({ idempotencyKey }) => idempotencyKey), ["order-1-capture-1", "order-1-capture-2"]);
    assertEquals([first.body.move, other.body.move] as unknown, moves as unknown);
  });

  it("a cancel of a cancelled execution makes no move", async () => {
    const session = await held();
    await act(fixture, session, "cancel");
    const again = await act(fixture, session, "cancel");
    assertEquals([again.status, again.body.move, (await movesOf(session)).length], [200, undefined, 1]);
  });

  it("a move whose call is open is requested, and keeps its id when the outcome is found", async () => {
    const session = await held();
    let release = () => {};
    const opened = new Promise<void>((resolve) => release = resolve);
    const simulator = createSimulator({ db: fixture.ledger, clock: fixture.clock });
    const slow = await fixture.beside({
      ...simulator,
      operate: async (call) => (await opened, simulator.operate(call)),
    });
    const capture = act(slow, session, "capture", usd("4.00"));
    let moves: readonly MoveBody[] = [];
    while (moves.length === 0) moves = await movesOf(session);
    assertEquals([brief(moves), moves[0]?.endedAt], [["capture 4.00 USD requested"], undefined]);
    release();
    await capture;
    const [after] = await movesOf(session);
    assertEquals([after?.id, after?.state], [moves[0]?.id, "successful"]);
    await slow.stop();
  });

  it("the shopper's page sees no move, and amounts have the decimals of their currency", async () => {
    const session = await start(fixture, { amount: { value: "1000", currency: "JPY" }, meta: { capture: "manual" } });
    await pay(fixture, session, VISA);
    await act(fixture, session, "capture", { amount: { value: "400", currency: "JPY" } });
    assertEquals(brief(await movesOf(session)), ["capture 400 JPY successful"]);
    const { text } = await send(fixture, `/client/executions/${session.id}`, { token: session.token });
    assertMatch(text, /captureSuccessful/);
    assert(!/moveId|"amount":\{"value":"400"/.test(text), text);
  });

  it("SECURITY M6: another merchant's moves, and those under another workflow, answer the same 404", async () => {
    const session = await held();
    await act(fixture, session, "capture", usd("4.00"));
    const other = await start(fixture, {}, { client: "other" });
    const stranger = await send(fixture, `${address(session)}/moves`, { token: other.merchant });
    const absent = await send(fixture, `${address({ ...session, id: crypto.randomUUID() })}/moves`, {
      token: other.merchant,
    });
    assertEquals([stranger.status, stranger.text], [404, absent.text]);
    const elsewhere = await send(fixture, `/merchant/workflows/other/executions/${session.id}/moves`, {
      token: session.merchant,
    });
    assertEquals([elsewhere.status, elsewhere.text], [404, absent.text]);
    const page = await send(fixture, `${address(session)}/moves`, { token: session.token });
    assertEquals(page.status, 401);
  });
});
