/** The parameters this visit began with: kept in session storage, so that they survive to the offers (decision). */
import { CAMPAIGN_KEYS } from "./campaign.ts";
import type { Slot } from "../storage/storage.ts";
import { slots } from "../storage/storage_keys.ts";
import { type LinkParameters, QUERY_PARAMETERS, readLinkParameters } from "./query_params.ts";

/** Lives in the address of one page only: it is a key to a purchase, and never kept (B6). */
const NEVER_KEPT = "vSubscriptionId";
const KEPT: readonly string[] = [...QUERY_PARAMETERS, ...CAMPAIGN_KEYS].filter((name) => name !== NEVER_KEPT);

/** The kept query string with what the current address adds or changes. */
export function mergeLink(kept: string, search: string): string {
  const merged = new URLSearchParams(kept);
  const now = new URLSearchParams(search);
  for (const name of KEPT) {
    const value = now.get(name);
    if (value !== null) merged.set(name, value);
  }
  return merged.toString();
}

/** At start, once: keeps what the address says. Returns the kept query string. */
export function keepLink(search: string, slot: Slot<string> = slots.link): string {
  const kept = slot.read();
  const merged = mergeLink(kept, search);
  if (merged !== kept) slot.write(merged);
  return merged;
}

/** The parameters of this visit, without the key to a purchase. */
export function currentLink(search: string = globalThis.location.search): LinkParameters {
  return readLinkParameters(mergeLink(slots.link.read(), search));
}
