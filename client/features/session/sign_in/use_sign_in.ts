/** Connects sign-in to one card: its state, and the actions of its buttons. */
import { useEffect, useMemo, useReducer, useState } from "react";
import { postSignIn, postSignInOptions } from "../../../api/passkeys.ts";
import { loadChunk } from "../../../lib/load_chunk.ts";
import { useReturn } from "../../../ui/controls/use_return.ts";
import { loadIdentity } from "../identity/identity.ts";
import type { ProviderName } from "../identity/providers.ts";
import { isSignInLink } from "../purchase_key.ts";
import { followOtherTabs, keepUser, linkEmail, session, signInPending } from "../session_store.ts";
import type { SignedInUser } from "../user_record.ts";
import { finishRedirect, openLink, requestLink, type SignInPorts, signInWith, signInWithPasskey } from "./sign_in.ts";
import { SIGN_IN_START, type SignInEvent, signInReducer, type SignInState } from "./sign_in_state.ts";

export interface SignIn {
  readonly state: SignInState;
  /** The address is a sign-in link that has signed in no account yet; one that was signed in before does not count. */
  readonly isOpeningLink: boolean;
  readonly withProvider: (provider: ProviderName) => void;
  readonly withPasskey: () => void;
  readonly sendLink: (email: string) => void;
  readonly openWith: (email: string) => void;
  readonly startOver: () => void;
}

/** Reports to the funnel by `tracked`, which has to be the same function at every render. */
export function useSignIn(tracked: SignInPorts["tracked"]): SignIn {
  // Read at once: another address may replace it before effects run.
  const [isLink] = useState(() => isSignInLink(location.search));
  const [state, dispatch] = useReducer(signInReducer, isLink ? { kind: "busy", with: "link" } : SIGN_IN_START);
  const ports = useMemo(() => signInPorts(dispatch, tracked), [tracked]);
  useEffect(() => {
    if (isLink) void openLink(ports, location.href);
    else if (signInPending.read()) void finishRedirect(ports);
    // Loaded early: browsers block a popup that opens too late after the click.
    else loadIdentity().catch(() => undefined);
  }, [ports]);
  // Back from the provider without having signed in there.
  useReturn(() => {
    if (signInPending.read()) void finishRedirect(ports);
  });
  return {
    state,
    isOpeningLink: isLink && state.kind !== "done",
    withProvider: (provider) => void signInWith(ports, provider),
    withPasskey: () => void signInWithPasskey(ports),
    sendLink: (email) => void requestLink(ports, email),
    openWith: (email) => void openLink(ports, location.href, email),
    startOver: () => dispatch({ type: "started_over" }),
  };
}

/**
 * The member whose account takes this tab's purchase: signed in before the page opened, or on it. One that another tab
 * signs in meanwhile has not asked for it.
 */
export function useClaimant({ state, isOpeningLink }: SignIn): SignedInUser | undefined {
  const { user } = session.value;
  const [atFirst] = useState(user?.uid);
  const isMeant = state.kind === "done" || user?.uid === atFirst;
  return isMeant && !isOpeningLink ? user : undefined;
}

export function signInPorts(
  dispatch: (event: SignInEvent) => void,
  tracked: SignInPorts["tracked"],
): SignInPorts {
  return {
    identity: loadIdentity,
    dispatch,
    markPending: (isPending) => isPending ? signInPending.write(true) : signInPending.clear(),
    keepUser,
    tracked,
    passkey: async () => {
      const { answerWithPasskey } = await loadChunk(() => import("../../../lib/browser/passkey_browser.ts"));
      return await postSignIn(await answerWithPasskey(await postSignInOptions()));
    },
    linkEmail: {
      read: () => linkEmail.read(),
      keep: (email) => email === "" ? linkEmail.clear() : linkEmail.write(email),
    },
    signedInEmail: () => {
      followOtherTabs();
      return session.value.user?.email ?? "";
    },
  };
}
