/** A request's claim on its idempotency key, written in the transactions of the request itself. */
import { databaseNow } from "../../../db/database_clock.ts";
import { runPipelined, type Statement } from "../../../db/postgres/pipeline.ts";
import { IN_FLIGHT_LEASE_MS } from "../context/constants.ts";
import type { Queries, Trx } from "../db/queries.ts";
import type { ExecutionRow, IdempotencyRow } from "../db/tables.ts";

/** Another process has claimed the key since. */
export class KeyTaken extends Error {
  override readonly name = "KeyTaken";
}

export interface Claim {
  /** True when an earlier process began this request; what it left has to be looked up first. */
  readonly isRepeat: boolean;
  /** Statements for the transaction that begins the work. Once committed, a repeat finds the claim. */
  take(trx: Trx): readonly Statement[];
  /** Statement for the transaction that holds the answer's effects. */
  finish(trx: Trx, answer: unknown): Statement;
  /** To be called once the transaction of {@link finish} is committed. */
  done(): void;
}

/** The claim of a request whose answer is an execution. */
export interface Recording extends Pick<Claim, "isRepeat" | "take" | "done"> {
  finish(trx: Trx, row: ExecutionRow): Statement;
}

export function recordingOf(claim: Claim, view: (row: ExecutionRow) => unknown): Recording {
  return {
    isRepeat: claim.isRepeat,
    take: (trx) => claim.take(trx),
    finish: (trx, row) => claim.finish(trx, view(row)),
    done: () => claim.done(),
  };
}

interface NewClaim {
  readonly scope: string;
  readonly key: string;
  readonly hash: string;
  readonly nowMs: number;
}

export class KeyClaim implements Claim {
  readonly #holding: NewClaim;
  #isWritten: boolean;
  #isDone = false;

  /** For a repeat the key is already in the database. */
  constructor(holding: NewClaim, readonly isRepeat: boolean) {
    this.#holding = holding;
    this.#isWritten = isRepeat;
  }

  /** True once the key may be in the database. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  take(trx: Trx): readonly Statement[] {
    if (this.#isWritten) return [];
    const insert = this.#insert(trx, { status: null, answer: null });
    return [{
      ...insert,
      check: (changed) => {
        insert.check(changed);
        this.#isWritten = true;
      },
    }];
  }

  finish(trx: Trx, answer: unknown): Statement {
    return this.#write(trx, JSON.stringify(answer));
  }

  done(): void {
    this.#isDone = true;
  }

  /** Writes the answer unless it is written, and returns its text. */
  async end(db: Queries, answer: unknown): Promise<string> {
    const text = JSON.stringify(answer);
    // A process that claimed the key since has done the same work and writes the same answer.
    const { check: _, ...write } = this.#write(db, text);
    if (!this.#isDone) await runPipelined(db, [write]);
    return text;
  }

  #write(db: Queries, answer: string): CheckedStatement {
    const { scope, key } = this.#holding;
    if (!this.#isWritten) return this.#insert(db, { status: 200, answer });
    const query = db.updateTable("pay_idempotency").set({ status: 200, answer })
      .where("scope", "=", scope).where("key", "=", key);
    return { query, check: requireOneRow };
  }

  #insert(db: Queries, values: Pick<IdempotencyRow, "status" | "answer">): CheckedStatement {
    const { scope, key, hash, nowMs } = this.#holding;
    const row = {
      scope,
      key,
      body_hash: hash,
      lease_until_ms: databaseNow(db, IN_FLIGHT_LEASE_MS),
      created_ms: nowMs,
      ...values,
    };
    const query = db.insertInto("pay_idempotency").values(row)
      .onConflict((on) => on.columns(["scope", "key"]).doNothing());
    return { query, check: requireOneRow };
  }
}

type CheckedStatement = Required<Statement>;

function requireOneRow(changed: bigint): void {
  if (changed !== 1n) throw new KeyTaken();
}
