/**
 * The page of the members area that a visitor asked for before signing in. It outlives the way to a provider in this
 * tab, and travels in the emailed link.
 */
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { ROUTES } from "../../lib/browser/paths.ts";
import { browserArea, createSlot } from "../../lib/storage/storage.ts";
import { keptText, STORAGE_KEYS } from "../../lib/storage/storage_keys.ts";
import { continueUrlOf } from "./purchase_key.ts";

export const RETURN_PARAMETER = "next";
export const returnTarget = createSlot({
  key: STORAGE_KEYS.returnTarget,
  schema: keptText,
  fallback: "",
  area: browserArea("session"),
});

/** The page to open after sign-in: the start of the members area when none was asked for. */
export function useReturnTarget(): string {
  const state: unknown = useLocation().state;
  const [target] = useState(() => {
    const asked = typeof state === "object" && state !== null && "next" in state ? state.next : undefined;
    // Firebase's own page for links goes on to the continue address itself.
    const links = [continueUrlOf(location.search, location.origin)?.searchParams, new URLSearchParams(location.search)];
    const named = links.map((query) => query?.get(RETURN_PARAMETER));
    return [asked, ...named, returnTarget.read()].find(isMemberPage) ?? "";
  });
  useEffect(() => {
    returnTarget.write(target);
    // Not when the browser leaves for a provider.
    return () => returnTarget.clear();
  }, [target]);
  return target || ROUTES.webapp;
}

function isMemberPage(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(ROUTES.webapp);
}
