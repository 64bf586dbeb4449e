/**
 * Group commit: transactions run one after another, and those that come together share one commit and its flush. The
 * next ones run while the disk is at work.
 *
 * No caller is answered before that commit is on the disk, readers included who saw what it holds. Each transaction is a
 * savepoint in the group, so that one that fails takes back its own writes only; when the file itself fails (a full
 * disk), the whole group fails, and none of it was answered yet.
 */
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { Log } from "./flush.ts";
import { Statements } from "./statements.ts";

const WRITES: readonly string[] = ["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"];
const READ = "SelectQueryNode";
const NONE: readonly unknown[] = [];
/** How long a writer in another process may hold the file before a statement fails. */
const BUSY_DEADLINE_MS = 5_000;
const BUSY_PAUSE_MS = 2;

/** What waits for one commit and its flush. */
class Group {
  /** When its turn is over it commits before anybody else is let in. */
  isDue = false;
  readonly #end = Promise.withResolvers<void>();

  constructor() {
    // Who failed by itself does not wait for the others.
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
  /** Why a statement of this transaction failed; undefined when its own code gave up. */
  fault: unknown;

  constructor(readonly driver: SqliteGroupDriver) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return parseResult<Row>(this.driver.execute(this, query));
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

function parseResult<Row>(result: Promise<QueryResult<unknown>>): Promise<QueryResult<Row>> {
  return result as Promise<QueryResult<Row>>;
}

export class SqliteGroupDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #statements: Statements;
  /** Whose turn it is: a transaction, or one statement. Everybody else waits. */
  #active: Connection | undefined;
  readonly #waiting: (() => void)[] = [];
  #group: Group | undefined;
  readonly #log: Log;
  /** What is committed and may not be on the disk yet. */
  #flushed: Promise<void> = Promise.resolve();

  constructor(file: DatabaseSync, log: Log) {
    this.#file = file;
    this.#log = log;
    this.#statements = new Statements(file);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new Connection(this));
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
    this.#statements.run("release member", NONE);
    const group = this.#join();
    this.#leave(own(connection));
    await group.committed;
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { fault } = own(connection);
    // Its shared commit failed: it is gone already, and another one may be at work.
    if (this.#active !== connection) return Promise.resolve();
    // A full disk ends the transaction itself, and with it what the others of the group have written.
    if (!this.#file.isTransaction) this.#fail(fault);
    else {
      this.#statements.run("rollback to member", NONE);
      this.#statements.run("release member", NONE);
    }
    this.#leave(own(connection));
    return Promise.resolve();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    if (this.#group !== undefined) this.#commit();
    // Who waits for it is told by its own promise.
    await this.#flushed.catch(() => {});
    this.#log.close();
    this.#file.close();
  }

  async execute(connection: Connection, query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#active === connection) return this.#within(connection, query);
    const ran = await this.#enter(connection, () => this.#alone(query));
    // The next in line is let in before the commit is waited for.
    this.#leave(connection);
    await ran.committed;
    return ran.result;
  }

  #within(connection: Connection, { sql, parameters }: CompiledQuery): QueryResult<unknown> {
    try {
      // Ended by the file under it: what follows must not be written without what went before.
      if (!this.#file.isTransaction) throw connection.fault ?? new Error("The transaction has ended");
      return this.#statements.run(sql, parameters);
    } catch (error) {
      connection.fault = error;
      throw error;
    }
  }

  /** A statement outside of any transaction, and the commit that its answer has to wait for. */
  #alone({ query, sql, parameters }: CompiledQuery): Ran {
    const isWrite = WRITES.includes(query.kind);
    if (!isWrite && query.kind !== READ) {
      // Pragmas and changes of tables stand by themselves.
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

  /** Waits until no transaction is at work, and until no other process writes; then takes the turn. */
  async #enter<T>(connection: Connection, start: () => T): Promise<T> {
    const until = performance.now() + BUSY_DEADLINE_MS;
    while (true) {
      while (this.#active !== undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      try {
        const started = start();
        this.#active = connection;
        return started;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) {
          this.#next();
          throw error;
        }
        // One of us is enough to knock at the door.
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

  /** The open group, or a new one that commits when this turn of the event loop is over. */
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
    // Who waits for it is told by its own promise.
    this.#flushed.catch(() => {});
    return this.#flushed;
  }

  #fail(error: unknown): void {
    const group = this.#group;
    this.#group = undefined;
    group?.reject(error ?? new Error("The transaction was ended by the file"));
  }
}

interface Ran {
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
