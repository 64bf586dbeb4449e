/** `vSubscriptionId` is read once: the address forgets it before anything else can see it (SECURITY B6). */

export const PURCHASE_KEY_PARAMETER = "vSubscriptionId";
const ACTIVATION_PARAMETER = "t";
const KEY_PATTERN = /^[\w-]{1,128}$/;

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
  const named = query.get(PURCHASE_KEY_PARAMETER) ?? keyOfContinueUrl(query.get("continueUrl") ?? "", origin);
  const activation = query.get(ACTIVATION_PARAMETER) ?? "";
  query.delete(PURCHASE_KEY_PARAMETER);
  query.delete(ACTIVATION_PARAMETER);
  const rest = query.toString();
  return { key: valid(named), activation: valid(activation), search: rest === "" ? "" : `?${rest}` };
}

function valid(text: string): string {
  return KEY_PATTERN.test(text) ? text : "";
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
