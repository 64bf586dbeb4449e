/** `vSubscriptionId` is read once: the address forgets it before anything else can see it (SECURITY B6). */

export const PURCHASE_KEY_PARAMETER = "vSubscriptionId";
const KEY_PATTERN = /^[\w-]{1,128}$/;

export interface TakenKey {
  readonly key: string;
  /** The query string without it, with its question mark where something is left. */
  readonly search: string;
}

/** The key of the address, else of an address to continue at on our own origin, as sign-in links carry it. */
export function takePurchaseKey(search: string, origin: string): TakenKey {
  const query = new URLSearchParams(search);
  const named = query.get(PURCHASE_KEY_PARAMETER) ?? keyOfContinueUrl(query.get("continueUrl") ?? "", origin);
  query.delete(PURCHASE_KEY_PARAMETER);
  const rest = query.toString();
  return { key: KEY_PATTERN.test(named) ? named : "", search: rest === "" ? "" : `?${rest}` };
}

function keyOfContinueUrl(continueUrl: string, origin: string): string {
  if (!URL.canParse(continueUrl)) return "";
  const url = new URL(continueUrl);
  return url.origin === origin ? url.searchParams.get(PURCHASE_KEY_PARAMETER) ?? "" : "";
}

/** True for the address a sign-in link of a mail opens. */
export function isSignInLink(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get("mode") === "signIn" && (query.get("oobCode") ?? "") !== "";
}
