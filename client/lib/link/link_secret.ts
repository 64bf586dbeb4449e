/**
 * The secret of an emailed link: removed from the address at once and never stored. While its page is open, a change of
 * the language opens the link again.
 */
import { useEffect, useState } from "react";

/** Of the page that is open. */
let open: { readonly path: string; readonly name: string; readonly secret: string } | undefined;

/** Empty text when the address has no such secret. */
export function useLinkSecret(name: string, pattern: RegExp): string {
  const [secret] = useState(() => takeSecret(name, pattern));
  useEffect(() => {
    if (secret === "") return;
    open = { path: location.pathname, name, secret };
    return () => {
      open = undefined;
    };
  }, [name, secret]);
  return secret;
}

function takeSecret(name: string, pattern: RegExp): string {
  const query = new URLSearchParams(location.search);
  const secret = query.get(name) ?? "";
  if (!pattern.test(secret)) return "";
  query.delete(name);
  const rest = query.toString();
  history.replaceState(history.state, "", location.pathname + (rest === "" ? "" : `?${rest}`));
  return secret;
}

/** Adds the secret to the address of its page; false for every other address. */
export function addLinkSecret(address: URL): boolean {
  if (open?.path !== address.pathname) return false;
  address.searchParams.set(open.name, open.secret);
  return true;
}
