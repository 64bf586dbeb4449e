/**
 * The Kysely schema. Each service adds its own tables to {@link Database} beside their definition, in its `tables.ts`.
 */
import type { AppTables, ServerTables } from "./server_tables.ts";

export interface Database extends ServerTables, AppTables {}
