import { after, before, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { LIFECYCLE_LENGTH, LIFECYCLE_RUNS } from "../../../../tests/support/payments/lifecycle_runs.ts";
import {
  act,
  cardBody,
  codesOf,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { writeMoney } from "../context/money.ts";
import type { StatusEntry } from "./execution_state.ts";
import { parseStatuses } from "./executions.ts";

/** The expected behaviour, written without the service's own table. */
interface Model {
  readonly phase: "open" | "asked" | "settling" | "held" | "taken" | "void" | "returned";
  readonly tries: number;
  readonly dueCents: number;
  readonly heldCents: number;
  readonly takenCents: number;
  readonly returnedCents: number;
  readonly isFresh: boolean;
}

const OPEN: Model = {
  phase: "open",
  tries: 0,
  dueCents: 1000,
  heldCents: 0,
  takenCents: 0,
  returnedCents: 0,
  isFresh: true,
};

type Command =
  | { readonly kind: "pay"; readonly card: keyof typeof CARDS }
  | { readonly kind: "choose"; readonly choice: "approve" | "decline" | "cancel" }
  | { readonly kind: "capture" | "refund"; readonly cents: number }
  | { readonly kind: "cancel" | "giveUp" }
  | { readonly kind: "lookup"; readonly cents: number }
  | { readonly kind: "wait" };

const CARDS = {
  good: "4242424242424242",
  bad: "4000000000000002",
  asks: "4000002500003155",
  asksAndFails: "4000008400001629",
  later: "4000000000000077",
} as const;

/** The expected status and the model afterwards; undefined where nothing changes. */
function expected(model: Model, command: Command, card: string | undefined): readonly [number, Partial<Model>] {
  switch (command.kind) {
    case "pay": {
      if (model.phase !== "open" || model.tries >= 10) return [409, {}];
      const tried = { tries: model.tries + 1, isFresh: false };
      if (command.card === "good") return [200, { ...tried, phase: "held", heldCents: model.dueCents }];
      if (command.card === "bad") return [200, tried];
      return [200, { ...tried, phase: command.card === "later" ? "settling" : "asked" }];
    }
    case "choose":
      if (model.phase !== "asked") return [0, {}];
      return command.choice === "approve" && card === "asks"
        ? [200, { phase: "held", heldCents: model.dueCents }]
        : [200, { phase: "open" }];
    case "giveUp":
      return [200, model.phase === "asked" ? { phase: "open" } : {}];
    case "capture": {
      if (model.phase !== "held") return [409, {}];
      const takenCents = model.takenCents + command.cents;
      if (takenCents > model.heldCents) return [422, {}];
      return [200, { takenCents, phase: takenCents === model.heldCents ? "taken" : "held" }];
    }
    case "refund": {
      if (!(model.phase === "taken" || (model.phase === "held" && model.takenCents > 0))) return [409, {}];
      const returnedCents = model.returnedCents + command.cents;
      if (returnedCents > model.takenCents) return [422, {}];
      if (model.phase === "held") return [200, { returnedCents }];
      return [200, { returnedCents, phase: returnedCents === model.takenCents ? "returned" : "taken" }];
    }
    case "cancel":
      if (model.phase === "void") return [200, {}];
      if (model.phase === "taken" || model.phase === "returned") return [409, {}];
      if (model.takenCents > 0) {
        const phase = model.returnedCents === model.takenCents ? "returned" : "taken";
        return [200, { phase, heldCents: model.takenCents }];
      }
      return [200, { phase: "void", heldCents: 0, isFresh: false }];
    case "lookup":
      return model.isFresh ? [200, { dueCents: command.cents }] : [409, {}];
    case "wait":
      if (model.phase === "settling") return [200, { phase: "held", heldCents: model.dueCents }];
      return [200, {}];
  }
}

const cents = fc.integer({ min: 1, max: 1200 });
const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("pay"), card: fc.constantFrom(...parseCards()) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("choose"), choice: fc.constantFrom("approve", "decline", "cancel") }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("capture", "refund"), cents }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel") }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("giveUp") }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("lookup"), cents }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait") }) },
  ),
  LIFECYCLE_LENGTH,
) as fc.Arbitrary<Command[]>;

function parseCards() {
  return Object.keys(CARDS) as (keyof typeof CARDS)[];
}

const usd = (minor: number) => writeMoney({ minor, currency: "USD" });

/** Sends one command and returns the answer's status; 0 where there is nothing to send it to. */
async function carry(
  fixture: PaymentsFixture,
  session: Session,
  { command, dueCents }: { command: Command; dueCents: number },
) {
  switch (command.kind) {
    case "pay":
      return (await pay(fixture, session, CARDS[command.card], { amount: usd(dueCents) })).status;
    case "choose": {
      const { body } = await send(fixture, `/client/executions/${session.id}`, { token: session.token });
      const url = body.links?.["3ds"];
      if (url === undefined) return 0;
      const { text } = await send(fixture, String(url));
      const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec(text) ?? [];
      const form = new URLSearchParams({ choice: command.choice, code }).toString();
      return (await send(fixture, String(url), { method: "POST", body: form })).status;
    }
    case "capture":
    case "refund":
      return (await act(fixture, session, command.kind, { amount: usd(command.cents) })).status;
    case "cancel":
      return (await act(fixture, session, "cancel")).status;
    case "giveUp": {
      const call = { token: session.token, key: crypto.randomUUID(), body: {} };
      return (await send(fixture, `/client/executions/${session.id}/give-up`, call)).status;
    }
    case "lookup":
      return (await act(fixture, session, "lookup", { amount: usd(command.cents) })).status;
    case "wait":
      fixture.clock.nowMs += 60_000;
      return 200;
  }
}

/** What the acquirer's own ledger holds for the execution. */
async function ledgerOf(fixture: PaymentsFixture, { id }: Session) {
  const intents = await fixture.db.selectFrom("pay_intents").select("key").where("execution_id", "=", id).execute();
  const keys = ["none", ...intents.map(({ key }) => key)];
  const rows = await fixture.ledger.selectFrom("acq_charges").selectAll().where("key", "in", keys)
    .where("outcome", "=", "approved").where("is_cancelled", "=", 0).execute();
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return {
    heldCents: sum((row) => row.amount_minor),
    takenCents: sum((row) => row.captured_minor),
    returnedCents: sum((row) => row.refunded_minor),
  };
}

/** Rows of a table of the service or of the acquirer. */
async function countOf<Tables>(db: Kysely<Tables>, table: keyof Tables & string): Promise<number> {
  // Through the builder, which names the schema of the tables.
  const rows = await (db as unknown as Kysely<{ counted: object }>).selectFrom(table as "counted")
    .select((eb) => eb.fn.countAll<number>().as("count")).execute();
  return Number(rows[0]?.count);
}

async function live(fixture: PaymentsFixture, list: readonly Command[]): Promise<void> {
  const session = await start(fixture, { meta: { capture: "manual" } });
  let model = OPEN;
  let card: string | undefined;
  for (const command of list) {
    const [status, changes] = expected(model, command, card);
    assertEquals(await carry(fixture, session, { command, dueCents: model.dueCents }), status, JSON.stringify(command));
    if (command.kind === "pay" && status === 200) card = command.card;
    model = { ...model, ...changes };
    const read = await readAsMerchant(fixture, session);
    const { heldCents, takenCents, returnedCents } = model;
    assertEquals(
      [read.authorized?.value, read.captured?.value, read.refunded?.value].map(String),
      [heldCents, takenCents, returnedCents].map((sum) => usd(sum).value),
    );
    assertEquals(await ledgerOf(fixture, session), { heldCents, takenCents, returnedCents });
  }
  const row = await fixture.db.selectFrom("pay_executions").selectAll().where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  assertGrows(parseStatuses(row));
}

/** Asserts that the times of the history grow. */
function assertGrows(history: readonly StatusEntry[]): void {
  for (const [at, entry] of history.entries()) {
    const before = history[at - 1];
    if (before !== undefined) assertEquals(entry.timeMs > before.timeMs, true);
  }
}

onBothEngines("lifecycle of an execution", (place) => {
  let fixture: PaymentsFixture;
  before(async () => {
    fixture = await openPaymentsFixture({ place: place() });
  });
  after(() => fixture.close());

  it("SECURITY M2: takes only allowed transitions, and its amounts always equal the acquirer's", async () => {
    await fc.assert(fc.asyncProperty(commands, (list) => live(fixture, list)), {
      numRuns: LIFECYCLE_RUNS,
      endOnFailure: true,
    });
  });

  it("SECURITY R7: 50 authorizes at once with different keys charge once", async () => {
    const session = await start(fixture);
    const bodies = await Promise.all(Array.from({ length: 50 }, () => cardBody(session, CARDS.good)));
    const path = `/client/executions/${session.id}/authorize`;
    const answers = await Promise.all(
      bodies.map((body, at) => send(fixture, path, { token: session.token, key: `${session.id}-${at}`, body })),
    );
    const statuses = answers.map(({ status }) => status);
    assertEquals([statuses.filter((s) => s === 200).length, statuses.filter((s) => s === 409).length], [1, 49]);
    assertEquals(await ledgerOf(fixture, session), { heldCents: 1000, takenCents: 1000, returnedCents: 0 });
    const intents = await fixture.db.selectFrom("pay_intents").select("key").where("execution_id", "=", session.id)
      .execute();
    assertEquals(intents.length, 1);
  });

  it("payments that store the same card at once keep one instrument and lose no payment", async () => {
    const holderReference = crypto.randomUUID();
    const sessions = await Promise.all(Array.from({ length: 12 }, () => start(fixture, { holderReference })));
    const answers = await Promise.all(
      sessions.map((session) => pay(fixture, session, CARDS.good, { storeInstrument: true })),
    );
    assertEquals(answers.map(({ body }) => String(body.finalState?.code)), sessions.map(() => "authorizeSuccessful"));
    const rows = await fixture.db.selectFrom("pay_instruments").selectAll()
      .where("holder_reference", "=", holderReference).execute();
    assertEquals(rows.map(({ status }) => status), ["enabled"]);
    assertEquals(
      new Set(answers.map(({ body }) => String(body.paymentInstrumentId))),
      new Set(rows.map(({ id }) => id)),
    );
  });

  it("SECURITY SU2, R6: 200 inits with one key create one execution, and 200 authorizes with one key at two servers one charge; every body is equal", async () => {
    const executionsBefore = await countOf(fixture.db, "pay_executions");
    const chargesBefore = await countOf(fixture.ledger, "acq_charges");
    const servers = [fixture, await fixture.restart()] as const;
    const at = (count: number) => servers[count % 2] ?? fixture;
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, count) => start(at(count), {}, { key: "one-create" })),
    );
    // Only the tokens differ between answers.
    const untold = made.map(({ config }) => JSON.stringify(config).replaceAll(config.token, "token"));
    assertEquals([new Set(untold).size, await countOf(fixture.db, "pay_executions") - executionsBefore], [1, 1]);
    const [session] = made;
    if (session === undefined) return;
    const options = { token: session.token, key: "one-authorize", body: await cardBody(session, CARDS.good) };
    const path = `/client/executions/${session.id}/authorize`;
    const answers = await Promise.all(Array.from({ length: 200 }, (_, count) => send(at(count), path, options)));
    assertEquals([answers.length, new Set(answers.map(({ text }) => text)).size], [200, 1]);
    assertEquals(new Set(answers.map(({ status }) => status)), new Set([200]));
    assertEquals(answers.filter(({ headers }) => headers.get("idempotent-replayed") !== "true").length, 1);
    assertEquals(codesOf(answers[0]?.body ?? {}).at(-1), "captureSuccessful");
    assertEquals(await countOf(fixture.ledger, "acq_charges") - chargesBefore, 1);
    assertEquals(await ledgerOf(fixture, session), { heldCents: 1000, takenCents: 1000, returnedCents: 0 });
    const row = await fixture.db.selectFrom("pay_executions").selectAll().where("id", "=", session.id)
      .executeTakeFirstOrThrow();
    assertEquals([row.state, row.attempts, row.captured_minor], ["captured", 1, 1000]);
  });
});
