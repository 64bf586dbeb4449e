/**
 * The parameters of the visit's first link, kept in session storage for later screens
 * (docs/decisions/members/link-parameters.md). Those of advertising wait in memory for the visitor's consent (TRUST
 * T10).
 */
import { CAMPAIGN_KEYS } from "../../../server/wire/billing/purchase.ts";
import { findUnknownPlan, MAX_VALUE_CHARS } from "../../../server/wire/site/link_parameters.ts";
import type { Slot } from "../storage/storage.ts";
import { slots } from "../storage/storage_keys.ts";
import { CLICK_PARAMETER, type LinkParameters, QUERY_PARAMETERS, readLinkParameters } from "./query_params.ts";

const OF_ADVERTISING: readonly string[] = [...CAMPAIGN_KEYS, "_idfm", "wmq", CLICK_PARAMETER];
/** Valid on one page only: it gives access to a purchase and is never stored (SECURITY B6). */
const NEVER_KEPT = "vSubscriptionId";
const KEPT = QUERY_PARAMETERS.filter((name) => name !== NEVER_KEPT && !OF_ADVERTISING.includes(name));
const ALL = [...KEPT, ...OF_ADVERTISING];

let advertising = "";

/** The first query string, updated with these parameters of the second. A value that names no plan is left out. */
function merged(kept: string, search: string, names: readonly string[]): string {
  const query = new URLSearchParams(kept);
  const now = new URLSearchParams(search);
  for (const name of names) {
    const value = now.get(name);
    if (value !== null && findUnknownPlan(new URLSearchParams({ [name]: value })) === undefined) {
      query.set(name, value.slice(0, MAX_VALUE_CHARS));
    }
  }
  return query.toString();
}

/** Runs once at start: stores the address's parameters. */
export function keepLink(search: string, slot: Slot<string> = slots.link): void {
  advertising = merged(advertising, search, OF_ADVERTISING);
  write(slot, merged(slot.read(), search, KEPT));
}

/** Stores the parameters of advertising too, once the visitor agreed to it. */
export function keepAdvertising(slot: Slot<string> = slots.link): void {
  write(slot, merged(slot.read(), advertising, OF_ADVERTISING));
}

export function forgetAdvertising(slot: Slot<string> = slots.link): void {
  advertising = "";
  write(slot, merged("", slot.read(), KEPT));
}

function write(slot: Slot<string>, link: string): void {
  if (link !== slot.read()) slot.write(link);
}

/** The parameters of this visit, without the key of a purchase. An unknown plan is told only of the address itself. */
export function currentLink(
  search: string = globalThis.location.search,
  slot: Slot<string> = slots.link,
): LinkParameters {
  const link = [slot.read(), advertising, search].reduce((kept, later) => merged(kept, later, ALL), "");
  return { ...readLinkParameters(link), unknownPlan: readLinkParameters(search).unknownPlan };
}
