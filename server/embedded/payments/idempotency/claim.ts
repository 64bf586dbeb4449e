/** A request's claim on its idempotency key, written in the transactions of the request itself. */
import { databaseNow } from "../../../db/database_clock.ts";
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
  /** Writes the claim in the transaction that begins the work. Once committed, a repeat finds the claim. */
  take(trx: Trx): Promise<void>;
  /** Writes the answer in the transaction that holds its effects. */
  finish(trx: Trx, answer: unknown): Promise<void>;
  /** To be called once the transaction of {@link finish} is committed. */
  done(): void;
  /** The request changed nothing: unless its claim is written already, neither key nor answer is kept. */
  changedNothing(): void;
}

/** The claim of a request whose answer is an execution. */
export interface Recording extends Pick<Claim, "isRepeat" | "take" | "done"> {
  finish(trx: Trx, row: ExecutionRow): Promise<void>;
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
  #hasChanged = true;

  /** For a repeat the key is already in the database. */
  constructor(holding: NewClaim, readonly isRepeat: boolean) {
    this.#holding = holding;
    this.#isWritten = isRepeat;
  }

  /** True once the key may be in the database. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  async take(trx: Trx): Promise<void> {
    if (this.#isWritten) return;
    requireOneRow(await this.#insert(trx, { status: null, answer: null }));
    this.#isWritten = true;
  }

  async finish(trx: Trx, answer: unknown): Promise<void> {
    requireOneRow(await this.#write(trx, JSON.stringify(answer)));
  }

  done(): void {
    this.#isDone = true;
  }

  changedNothing(): void {
    this.#hasChanged = false;
  }

  /** Writes the answer unless it is written. False when another process that has claimed the key since wrote one. */
  async end(db: Queries, answer: unknown): Promise<boolean> {
    if (!this.#hasChanged && !this.#isWritten) return true;
    return this.#isDone || await this.#writeFirst(db, JSON.stringify(answer)) === 1n;
  }

  /** Replaces no answer: that of a later process may be newer than this one. */
  async #writeFirst(db: Queries, answer: string): Promise<bigint | undefined> {
    if (!this.#isWritten) return await this.#insert(db, { status: 200, answer });
    const { scope, key } = this.#holding;
    const { numUpdatedRows } = await db.updateTable("pay_idempotency").set({ status: 200, answer })
      .where("scope", "=", scope).where("key", "=", key).where("status", "is", null).executeTakeFirstOrThrow();
    return numUpdatedRows;
  }

  /** The number of rows written; none when another process has the key. */
  async #write(db: Queries, answer: string): Promise<bigint | undefined> {
    const { scope, key } = this.#holding;
    if (!this.#isWritten) return await this.#insert(db, { status: 200, answer });
    const { numUpdatedRows } = await db.updateTable("pay_idempotency").set({ status: 200, answer })
      .where("scope", "=", scope).where("key", "=", key).executeTakeFirstOrThrow();
    return numUpdatedRows;
  }

  async #insert(db: Queries, values: Pick<IdempotencyRow, "status" | "answer">): Promise<bigint | undefined> {
    const { scope, key, hash, nowMs } = this.#holding;
    const row = {
      scope,
      key,
      body_hash: hash,
      lease_until_ms: databaseNow(db, IN_FLIGHT_LEASE_MS),
      created_ms: nowMs,
      ...values,
    };
    const { numInsertedOrUpdatedRows } = await db.insertInto("pay_idempotency").values(row)
      .onConflict((on) => on.columns(["scope", "key"]).doNothing()).executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows;
  }
}

function requireOneRow(changed: bigint | undefined): void {
  if (changed !== 1n) throw new KeyTaken();
}
