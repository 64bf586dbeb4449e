/** Checks whom a card was sealed for. */
import { ApiError } from "../context/api_errors.ts";
import type { ExecutionRow } from "../db/tables.ts";

export interface SealBinding {
  readonly holderReference?: string | undefined;
  readonly execution?: string | undefined;
}

/** Refuses a card sealed for another holder or another execution, for paying and for storing. */
export function checkBinding(row: ExecutionRow, { holderReference, execution }: SealBinding): void {
  const isOwn = (holderReference ?? row.holder_reference) === row.holder_reference && (execution ?? row.id) === row.id;
  if (!isOwn) throw new ApiError("seal-invalid");
}
