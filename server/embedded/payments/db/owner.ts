/** The owner of instruments and records: one holder of one merchant. */
import type { ExecutionRow } from "./tables.ts";

export interface Owner {
  readonly client_id: string;
  readonly holder_reference: string;
}

/** The owner an execution acts for. */
export function ownerOf({ client_id, holder_reference }: ExecutionRow): Owner {
  return { client_id, holder_reference };
}
