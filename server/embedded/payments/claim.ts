/** A request's hold on its idempotency key, written in the same transactions as what the request does. */
import { IN_FLIGHT_LEASE_MS } from "./constants.ts";
import type { Queries, Trx } from "./executions.ts";
import type { ExecutionRow, IdempotencyRow } from "./tables.ts";

/** Another process has taken the key meanwhile. */
export class KeyTaken extends Error {
  override readonly name = "KeyTaken";
}

export interface Claim {
  /** An earlier process began this request: what it left has to be looked for first. */
  readonly isRepeat: boolean;
  /** With what the request begins: from then on a repeat finds it. */
  take(trx: Trx): Promise<void>;
  /** The answer with what it tells of. */
  finish(trx: Trx, answer: unknown): Promise<void>;
  /** The transaction of {@link finish} is committed. */
  done(): void;
}

/** The claim of a request that answers with an execution. */
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

interface Holding {
  readonly scope: string;
  readonly key: string;
  readonly hash: string;
  readonly nowMs: number;
}

export class KeyClaim implements Claim {
  readonly #holding: Holding;
  #isWritten: boolean;
  #isDone = false;

  /** The key of a repeat stands there already. */
  constructor(holding: Holding, readonly isRepeat: boolean) {
    this.#holding = holding;
    this.#isWritten = isRepeat;
  }

  /** Whether the key may stand in the database. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  async take(trx: Trx): Promise<void> {
    if (this.#isWritten) return;
    if (!await this.#insert(trx, { status: null, answer: null })) throw new KeyTaken();
    this.#isWritten = true;
  }

  async finish(trx: Trx, answer: unknown): Promise<void> {
    if (!await this.#write(trx, JSON.stringify(answer))) throw new KeyTaken();
  }

  done(): void {
    this.#isDone = true;
  }

  /** The answer's text, once it is written. */
  async end(db: Queries, answer: unknown): Promise<string> {
    const text = JSON.stringify(answer);
    if (!this.#isDone) await this.#write(db, text);
    return text;
  }

  async #write(db: Queries, answer: string): Promise<boolean> {
    const { scope, key } = this.#holding;
    if (!this.#isWritten) return await this.#insert(db, { status: 200, answer });
    const { numUpdatedRows } = await db.updateTable("pay_idempotency").set({ status: 200, answer })
      .where("scope", "=", scope).where("key", "=", key).executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async #insert(db: Queries, values: Pick<IdempotencyRow, "status" | "answer">): Promise<boolean> {
    const { scope, key, hash, nowMs } = this.#holding;
    const row = {
      scope,
      key,
      body_hash: hash,
      lease_until_ms: nowMs + IN_FLIGHT_LEASE_MS,
      created_ms: nowMs,
      ...values,
    };
    const { numInsertedOrUpdatedRows } = await db.insertInto("pay_idempotency").values(row)
      .onConflict((on) => on.columns(["scope", "key"]).doNothing()).executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
}
