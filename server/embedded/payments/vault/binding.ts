/** Whom a sealed card was sealed for. */
import { ApiError } from "../context/api_errors.ts";
import type { ExecutionRow } from "../db/tables.ts";

export interface Bound {
  readonly holderReference?: string | undefined;
  readonly execution?: string | undefined;
}

/** A card sealed for one holder or one execution cannot pay or be stored for another. */
export function checkBound(row: ExecutionRow, { holderReference, execution }: Bound): void {
  const isOwn = (holderReference ?? row.holder_reference) === row.holder_reference && (execution ?? row.id) === row.id;
  if (!isOwn) throw new ApiError("seal-invalid");
}
