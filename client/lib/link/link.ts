/**
 * The parameters of the visit's first link, kept in session storage for later screens
 * (docs/decisions/members/link-parameters.md).
 */
import { CAMPAIGN_KEYS } from "../../../server/wire/billing/purchase.ts";
import type { Slot } from "../storage/storage.ts";
import { slots } from "../storage/storage_keys.ts";
import { type LinkParameters, QUERY_PARAMETERS, readLinkParameters } from "./query_params.ts";

/** Valid on one page only: it gives access to a purchase and is never stored (SECURITY B6). */
const NEVER_KEPT = "vSubscriptionId";
const KEPT: readonly string[] = [...QUERY_PARAMETERS, ...CAMPAIGN_KEYS].filter((name) => name !== NEVER_KEPT);

/** The stored query string, updated with the current address. */
export function mergeLink(kept: string, search: string): string {
  const merged = new URLSearchParams(kept);
  const now = new URLSearchParams(search);
  for (const name of KEPT) {
    const value = now.get(name);
    if (value !== null) merged.set(name, value);
  }
  return merged.toString();
}

/** Runs once at start: stores the address's parameters and returns the stored query string. */
export function keepLink(search: string, slot: Slot<string> = slots.link): string {
  const kept = slot.read();
  const merged = mergeLink(kept, search);
  if (merged !== kept) slot.write(merged);
  return merged;
}

/** The parameters of this visit, without the key of a purchase. */
export function currentLink(search: string = globalThis.location.search): LinkParameters {
  return readLinkParameters(mergeLink(slots.link.read(), search));
}
