/** `vSubscriptionId` is read once: the address forgets it before anything else can see it (SECURITY B6). */
import { readLinkParameters } from "../../lib/link/query_params.ts";

export const PURCHASE_KEY_PARAMETER = "vSubscriptionId";
const PROOF_PATTERN = /^[\w-]{1,128}$/;

export interface TakenKey {
  readonly key: string;
  /** Proof of a mailed activation link (`t`); empty without one. */
  readonly activation: string;
  /** The query string without it, with its question mark where something is left. */
  readonly search: string;
}

/** The key of the address, else of an address to continue at on our own origin, as sign-in links carry it. */
export function takePurchaseKey(search: string, origin: string): TakenKey {
  const query = new URLSearchParams(search);
  const key = readLinkParameters(search).vSubscriptionId || keyOfContinueUrl(query.get("continueUrl") ?? "", origin);
  const proof = query.get("t") ?? "";
  query.delete(PURCHASE_KEY_PARAMETER);
  query.delete("t");
  const rest = query.toString();
  return { key, activation: PROOF_PATTERN.test(proof) ? proof : "", search: rest === "" ? "" : `?${rest}` };
}

function keyOfContinueUrl(continueUrl: string, origin: string): string {
  if (!URL.canParse(continueUrl)) return "";
  const url = new URL(continueUrl);
  return url.origin === origin ? readLinkParameters(url.search).vSubscriptionId : "";
}

/** True for the address a sign-in link of a mail opens. */
export function isSignInLink(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get("mode") === "signIn" && (query.get("oobCode") ?? "") !== "";
}
