/** Loads the identity library once, for a visitor who signs in or a member; a failed load can be retried. */
import { loadChunk } from "../../../lib/load_chunk.ts";
import { site } from "../../../lib/browser/site.ts";
import type { Identity } from "./identity_firebase.ts";
import { PURCHASE_KEY_PARAMETER } from "../purchase_key.ts";
import { RETURN_PARAMETER, returnTarget } from "../return_target.ts";
import { followOtherTabs, forgetUser, purchaseKey, session } from "../session_store.ts";

let opening: Promise<Identity> | undefined;

export function loadIdentity(): Promise<Identity> {
  opening ??= loadChunk(() => import("./identity_firebase.ts"))
    .then(({ openIdentity }) => openIdentity({ identity: site().identity, continueUrl }))
    .catch((reason: unknown) => {
      opening = undefined;
      throw reason;
    });
  return opening;
}

/** For tests, in which the library of browsers does not run. */
export function provideIdentity(known: Identity): void {
  opening = Promise.resolve(known);
}

/**
 * The sign-in link may be opened in another tab or browser, so it carries the id of its purchase and the page that the
 * visitor asked for.
 */
function continueUrl(): string {
  const url = new URL(`${site().base}/sign-in`, globalThis.location.origin);
  const key = purchaseKey.read();
  if (key !== "") url.searchParams.set(PURCHASE_KEY_PARAMETER, key);
  const next = returnTarget.read();
  if (next !== "") url.searchParams.set(RETURN_PARAMETER, next);
  return url.href;
}

/**
 * The token of the member on screen for a call; undefined, and the member signed out, when the library has no user or
 * another one.
 */
export async function idToken(): Promise<string | undefined> {
  const identity = await loadIdentity();
  const { user } = session.value;
  const token = await identity.idToken(user?.uid);
  if (token === undefined && user !== undefined) {
    followOtherTabs();
    if (session.value.user?.uid === user.uid) forgetUser();
  }
  return token;
}

/** What is forgotten about the member here: by default everything. */
export async function signOutHere(forget: () => void | Promise<void> = forgetUser): Promise<void> {
  try {
    await (await loadIdentity()).signOut();
  } finally {
    await forget();
  }
}
