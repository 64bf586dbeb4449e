/** Reads `vSubscriptionId` once and removes it from the address before other code can see it (SECURITY B6). */
import { readLinkParameters } from "../../lib/link/query_params.ts";
import { urlOf } from "../../lib/link/url_of.ts";

export const PURCHASE_KEY_PARAMETER = "vSubscriptionId";
const PROOF_PATTERN = /^[\w-]{1,128}$/;

export interface TakenKey {
  readonly key: string;
  /** Proof from an emailed activation link (`t`); empty without one. */
  readonly activation: string;
  /** The remaining query string, with its question mark if anything is left. */
  readonly search: string;
}

/** The key from the address, or from the continue address on our own origin that a sign-in link carries. */
export function takePurchaseKey(search: string, origin: string): TakenKey {
  const query = new URLSearchParams(search);
  const continued = continueUrlOf(search, origin);
  const ofLink = readLinkParameters(continued?.search ?? "").vSubscriptionId;
  const key = readLinkParameters(search).vSubscriptionId || ofLink;
  const proof = query.get("t") ?? "";
  query.delete(PURCHASE_KEY_PARAMETER);
  query.delete("t");
  if (continued !== undefined && ofLink !== "") {
    continued.searchParams.delete(PURCHASE_KEY_PARAMETER);
    query.set("continueUrl", continued.href);
  }
  const rest = query.toString();
  return { key, activation: PROOF_PATTERN.test(proof) ? proof : "", search: rest === "" ? "" : `?${rest}` };
}

/** The address on our own origin that a sign-in link continues at. */
export function continueUrlOf(search: string, origin: string): URL | undefined {
  const url = urlOf(new URLSearchParams(search).get("continueUrl") ?? "");
  return url?.origin === origin ? url : undefined;
}

/** True for the address that an emailed sign-in link opens. */
export function isSignInLink(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get("mode") === "signIn" && (query.get("oobCode") ?? "") !== "";
}
