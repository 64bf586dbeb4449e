/**
 * The last search, for the way back from a page. In memory only: a query is personal data, so it is kept out of
 * addresses and storage, and going back does not log the search again.
 */
import { useSyncExternalStore } from "react";
import { cardNumberIn } from "../../../server/wire/admin/search.ts";
import type { Searched } from "../api/calls.ts";

export interface SearchState {
  readonly query: string;
  readonly answer: Searched | undefined;
  readonly failure: unknown;
  readonly isBusy: boolean;
}

const NOTHING: SearchState = { query: "", answer: undefined, failure: undefined, isBusy: false };
const CARD_NUMBER: Searched = { results: [], more: false, read_as: "card_number", unseen: [] };
let state = NOTHING;
/** Whose search it is. */
let operator = "";
const listeners = new Set<() => void>();

function set(next: SearchState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function useSearch(): SearchState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => state);
}

/**
 * A later search replaces an earlier one, even when that answers last. A whole card number does not leave the page, nor
 * is it kept there.
 */
export async function runSearch(query: string, search: (query: string) => Promise<Searched>): Promise<void> {
  const card = cardNumberIn(query);
  if (card !== undefined) return set({ ...NOTHING, query: card.slice(-4), answer: CARD_NUMBER });
  const own: SearchState = { query, answer: undefined, failure: undefined, isBusy: true };
  set(own);
  try {
    const answer = await search(query);
    if (state === own) set({ ...own, answer, isBusy: false });
  } catch (failure) {
    if (state === own) set({ ...own, failure, isBusy: false });
  }
}

export function forgetSearch(): void {
  set(NOTHING);
}

/** Another operator must not find what the last one searched, also after a session that ended by itself. */
export function keepSearchOf(operatorId: string): void {
  if (operatorId !== operator) forgetSearch();
  operator = operatorId;
}
