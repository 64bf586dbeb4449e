/** The payments tables as its queries see them: the database itself or a transaction of it. */
import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";

/** The database itself or a transaction on it. */
export type Queries = Kysely<Database>;

export type Trx = Transaction<Database>;
