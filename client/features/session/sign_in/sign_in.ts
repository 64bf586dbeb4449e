/** Sign-in by popup, with a redirect when it is blocked, by redirect, by email link, and by passkey. */
import type { SignInWay } from "../../../../server/wire/site/funnel_events.ts";
import { errorString } from "../../../api/failure.ts";
import { ResponseError } from "../../../api/http.ts";
import { passkeySentence } from "../../../lib/browser/passkeys.ts";
import { PART_MISSING } from "../../../lib/browser/lazy_page.ts";
import { ChunkLoadError } from "../../../lib/load_chunk.ts";
import { reportUnexpected } from "../../../lib/unexpected.ts";
import { IDENTITY_FALLBACK, identityCode, TOO_MANY_LINKS } from "../identity/identity_code.ts";
import type { ProviderName } from "../identity/providers.ts";
import type { SignInEvent } from "./sign_in_state.ts";
import type { SignedInUser } from "../user_record.ts";
import type { IdentityPort } from "../identity/identity_port.ts";

export interface SignInPorts {
  readonly identity: () => Promise<IdentityPort>;
  readonly dispatch: (event: SignInEvent) => void;
  /** Stored while the browser is at the provider, so that only then the library loads at start. */
  readonly markPending: (isPending: boolean) => void;
  readonly keepUser: (user: SignedInUser) => void;
  /** For the funnel. */
  readonly tracked: (way: SignInWay) => void;
  /** Asks the device for a passkey and our server for its member; returns a token for the identity library. */
  readonly passkey: () => Promise<string>;
  readonly linkEmail: { readonly read: () => string; readonly keep: (email: string) => void };
  /** The address of the member who is signed in by now, in this tab or another; empty without one. */
  readonly signedInEmail: () => string;
}

/** In these cases no popup can open, so the page itself navigates. */
const WITHOUT_POPUP = ["auth/popup-blocked", "auth/operation-not-supported-in-this-environment"];

export async function signInWith(ports: SignInPorts, provider: ProviderName): Promise<void> {
  ports.dispatch({ type: "provider_chosen", provider });
  let identity: IdentityPort | undefined;
  try {
    identity = await ports.identity();
    try {
      finish(ports, await identity.popup(provider), provider);
    } catch (reason) {
      if (!WITHOUT_POPUP.includes(identityCode(reason))) throw reason;
      ports.markPending(true);
      await identity.redirect(provider);
    }
  } catch (reason) {
    ports.markPending(false);
    ports.dispatch({ ...failureOf(reason, identity), way: provider });
  }
}

/** At start, only with the marker: signs in the user of the redirect result; stores nothing without one. */
export async function finishRedirect(ports: SignInPorts): Promise<void> {
  let identity: IdentityPort | undefined;
  try {
    identity = await ports.identity();
    const user = await identity.redirectResult();
    if (user === undefined) ports.dispatch({ type: "started_over" });
    else finish(ports, user, user.isAppleAuth ? "apple" : "google");
  } catch (reason) {
    ports.dispatch(failureOf(reason, identity));
  } finally {
    ports.markPending(false);
  }
}

export async function requestLink(ports: SignInPorts, email: string): Promise<void> {
  ports.dispatch({ type: "link_requested" });
  let identity: IdentityPort | undefined;
  try {
    identity = await ports.identity();
    await identity.sendLink(email);
    ports.linkEmail.keep(email);
    ports.dispatch({ type: "link_sent", email });
  } catch (reason) {
    const isTooMany = identityCode(reason) === "auth/too-many-requests";
    const failure = isTooMany ? { type: "failed", text: TOO_MANY_LINKS } as const : failureOf(reason, identity);
    ports.dispatch({ ...failure, way: "email" });
  }
}

export async function signInWithPasskey(ports: SignInPorts): Promise<void> {
  ports.dispatch({ type: "passkey_chosen" });
  let identity: IdentityPort | undefined;
  try {
    const token = await ports.passkey();
    identity = await ports.identity();
    finish(ports, await identity.withToken(token), "passkey");
  } catch (reason) {
    const text = passkeySentence(reason);
    const failure = text === undefined ? failureOf(reason, identity) : { type: "failed" as const, text };
    ports.dispatch({ ...failure, way: "passkey" });
  }
}

/** Our server's own message, or the identity library's. */
function failureOf(reason: unknown, identity: IdentityPort | undefined): Extract<SignInEvent, { type: "failed" }> {
  if (reason instanceof ChunkLoadError) return { type: "failed", text: PART_MISSING, needsReload: true };
  if (identityCode(reason) === "") reportUnexpected(reason);
  const text = reason instanceof ResponseError ? errorString(reason.body) : identity?.explain(reason);
  return { type: "failed", text: text || IDENTITY_FALLBACK };
}

/** The link signed its member in before, as after a double click in the mail program. */
const USED = ["auth/invalid-action-code", "auth/expired-action-code"];

/** `typedEmail` is needed when the link is opened in a different browser from the one that requested it. */
export async function openLink(ports: SignInPorts, href: string, typedEmail = ""): Promise<void> {
  ports.dispatch({ type: "link_opened" });
  const knownEmail = typedEmail || ports.linkEmail.read();
  const email = knownEmail || ports.signedInEmail();
  if (email === "") return ports.dispatch({ type: "email_unknown" });
  let identity: IdentityPort | undefined;
  try {
    identity = await ports.identity();
    const user = await identity.openLink(email, href);
    ports.linkEmail.keep("");
    finish(ports, user, "email");
  } catch (reason) {
    const code = identityCode(reason);
    if (USED.includes(code) && email.toLowerCase() === ports.signedInEmail().toLowerCase()) {
      ports.linkEmail.keep("");
      return ports.dispatch({ type: "signed_in" });
    }
    const isOther = code === "auth/invalid-email";
    // The link may be that of another account, which only the visitor knows.
    if (isOther && knownEmail === "") return ports.dispatch({ type: "email_unknown" });
    const needsEmail = isOther || knownEmail === "";
    ports.dispatch({ ...failureOf(reason, identity), way: "link", needsEmail });
  }
}

function finish(ports: SignInPorts, user: SignedInUser, way: SignInWay): void {
  ports.keepUser(user);
  ports.tracked(way);
  ports.dispatch({ type: "signed_in" });
}
