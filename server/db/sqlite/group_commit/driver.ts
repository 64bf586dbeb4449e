/**
 * Group commit: transactions run one after another, and those that arrive together share one commit and one flush. The
 * next group runs while the disk is busy.
 *
 * No caller is answered before the commit is on the disk, including readers who saw its rows. Each transaction is a
 * savepoint in the group, so a failed one rolls back only its own writes. When the file itself fails (a full disk), the
 * whole group fails; none of its callers has been answered yet.
 */
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { Log } from "./flush.ts";
import { Statements } from "./statements.ts";
import { isInTime } from "../../../platform/deadline.ts";
import { DatabaseUnavailable } from "../../../platform/storage_fault.ts";

const WRITES: readonly string[] = ["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"];
const READ = "SelectQueryNode";
const NONE: readonly unknown[] = [];
/** How long a writer in another process may hold the file before a statement fails. */
const BUSY_DEADLINE_MS = 5_000;
const BUSY_PAUSE_MS = 2;
/** How long closing waits for a transaction that runs, and then for the disk; a server that stops has 15 s for all. */
const CLOSE_DEADLINE_MS = 5_000;

/** The callers that wait for one commit and its flush. */
class Group {
  /** At the end of its turn the group commits before any other statement runs. */
  isDue = false;
  readonly #end = Promise.withResolvers<void>();

  constructor() {
    // A transaction that failed by itself does not wait for the others.
    this.#end.promise.catch(() => {});
  }

  get committed(): Promise<void> {
    return this.#end.promise;
  }
  resolve(flushed: Promise<void>): void {
    this.#end.resolve(flushed);
  }
  reject(error: unknown): void {
    this.#end.reject(error);
  }
}

class Connection implements DatabaseConnection {
  /** Why a statement of this transaction failed; undefined when its own code threw. */
  fault: unknown;

  constructor(readonly driver: SqliteGroupDriver) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return asResult<Row>(this.driver.execute(this, query));
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

function asResult<Row>(result: Promise<QueryResult<unknown>>): Promise<QueryResult<Row>> {
  return result as Promise<QueryResult<Row>>;
}

export class SqliteGroupDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #statements: Statements;
  readonly #idle: Connection[] = [];
  /** Holder of the turn: a transaction or one statement. Everything else waits. */
  #active: Connection | undefined;
  readonly #waiting: (() => void)[] = [];
  #group: Group | undefined;
  readonly #log: Log;
  /** Commits that may not be on the disk yet. */
  #flushed: Promise<void> = Promise.resolve();
  #isClosed = false;
  readonly #closeMs: number;

  constructor(file: DatabaseSync, log: Log, closeMs = CLOSE_DEADLINE_MS) {
    this.#file = file;
    this.#closeMs = closeMs;
    this.#log = log;
    this.#statements = new Statements(file);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  /** Connections are used again: each new one costs every layer above an entry and a function. */
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#idle.pop() ?? new Connection(this));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const mine = own(connection);
    await this.#enter(mine, () => {
      this.#join();
      this.#statements.run("savepoint member", NONE);
    });
    mine.fault = undefined;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#refuseClosed();
    this.#statements.run("release member", NONE);
    const group = this.#join();
    this.#leave(own(connection));
    await group.committed;
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { fault } = own(connection);
    // Its shared commit failed: the group is already gone, and another one may be running.
    if (this.#active !== connection) return Promise.resolve();
    // A full disk ends the SQLite transaction, and with it the writes of the whole group.
    if (!this.#file.isTransaction) this.#fail(fault);
    else this.#rollBackMember();
    this.#leave(own(connection));
    return Promise.resolve();
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#idle.push(own(connection));
    return Promise.resolve();
  }

  /**
   * A transaction that runs, such as of work in the background, ends first: half of one is never committed. One that
   * does not end in time is rolled back, and the others of its commit are kept.
   */
  async destroy(): Promise<void> {
    await isInTime(this.#endAfterOthers(), this.#closeMs);
    this.#end();
    // Its waiters get the error through their own promises. A log that is being flushed stays open until it is.
    const flushed = this.#flushed.catch(() => {}).then(() => this.#log.close());
    await isInTime(flushed, this.#closeMs);
    this.#file.close();
  }

  async #endAfterOthers(): Promise<void> {
    while (this.#active !== undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#end();
  }

  /** The last commit. Callers who still wait, and a transaction that was given up, are refused from here on. */
  #end(): void {
    this.#isClosed = true;
    if (this.#active !== undefined && this.#file.isTransaction) this.#rollBackMember();
    this.#active = undefined;
    if (this.#group !== undefined) this.#commit();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new DatabaseUnavailable("The database was closed");
  }

  #rollBackMember(): void {
    this.#statements.run("rollback to member", NONE);
    this.#statements.run("release member", NONE);
  }

  async execute(connection: Connection, query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#active === connection) return this.#within(connection, query);
    const ran = await this.#enter(connection, () => this.#alone(query));
    // The next in line runs while this one waits for the commit.
    this.#leave(connection);
    await ran.committed;
    return ran.result;
  }

  #within(connection: Connection, { sql, parameters }: CompiledQuery): QueryResult<unknown> {
    try {
      // SQLite ended the transaction: later statements must not be written without the earlier ones.
      if (!this.#file.isTransaction) throw connection.fault ?? new Error("The transaction has ended");
      return this.#statements.run(sql, parameters);
    } catch (error) {
      connection.fault = error;
      throw error;
    }
  }

  /** A statement outside any transaction, and the commit its answer waits for. */
  #alone({ query, sql, parameters }: CompiledQuery): RunResult {
    const isWrite = WRITES.includes(query.kind);
    if (!isWrite && query.kind !== READ) {
      // Pragmas and schema changes cannot run inside a group.
      if (this.#group !== undefined) this.#commit();
      this.#statements.forget();
      const result = this.#statements.run(sql, parameters);
      return { result, committed: this.#flush() };
    }
    if (!isWrite && this.#group === undefined) {
      return { result: this.#statements.run(sql, parameters), committed: this.#flushed };
    }
    const group = this.#join();
    try {
      return { result: this.#statements.run(sql, parameters), committed: group.committed };
    } catch (error) {
      if (!this.#file.isTransaction) this.#fail(error);
      throw error;
    }
  }

  /** Takes the turn once no transaction runs here and no other process writes. */
  async #enter<T>(connection: Connection, start: () => T): Promise<T> {
    const until = performance.now() + BUSY_DEADLINE_MS;
    while (true) {
      while (this.#active !== undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#refuseClosed();
      try {
        const started = start();
        this.#active = connection;
        return started;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) {
          this.#next();
          throw error;
        }
        // Only one waiter polls SQLITE_BUSY at a time.
        this.#active = connection;
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
        this.#active = undefined;
      }
    }
  }

  #leave(connection: Connection): void {
    if (this.#active === connection) this.#active = undefined;
    if (this.#group?.isDue === true) this.#commit();
    this.#next();
  }

  #next(): void {
    if (this.#active === undefined) this.#waiting.shift()?.();
  }

  /** The open group, or a new one that commits at the end of this turn of the event loop. */
  #join(): Group {
    if (this.#group !== undefined) return this.#group;
    this.#statements.run("begin immediate", NONE);
    const group = new Group();
    this.#group = group;
    setImmediate(() => {
      if (this.#group !== group) return;
      group.isDue = true;
      if (this.#active === undefined) this.#commit();
    });
    return group;
  }

  #commit(): void {
    const group = this.#group;
    this.#group = undefined;
    try {
      this.#statements.run("commit", NONE);
      group?.resolve(this.#flush());
    } catch (error) {
      if (this.#file.isTransaction) this.#statements.run("rollback", NONE);
      group?.reject(error);
    }
  }

  #flush(): Promise<void> {
    this.#flushed = this.#log.flush();
    // Its waiters get the error through their own promises.
    this.#flushed.catch(() => {});
    return this.#flushed;
  }

  #fail(error: unknown): void {
    const group = this.#group;
    this.#group = undefined;
    group?.reject(error ?? new Error("The transaction was ended by the file"));
  }
}

interface RunResult {
  readonly result: QueryResult<unknown>;
  readonly committed: Promise<void>;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function own(connection: DatabaseConnection): Connection {
  if (!(connection instanceof Connection)) throw new TypeError("Not a connection of this driver");
  return connection;
}
