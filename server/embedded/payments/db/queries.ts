/** The type through which queries reach the payments tables. */
import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";

/** The database itself or a transaction on it. */
export type Queries = Kysely<Database>;

export type Trx = Transaction<Database>;
