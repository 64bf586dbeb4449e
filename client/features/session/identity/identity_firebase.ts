/** The only file that imports the identity library; a chunk of its own, loaded when a visitor signs in. */
import { _getProvider, initializeApp } from "@firebase/app";
import {
  applyActionCode,
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  deleteUser,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  isSignInWithEmailLink,
  OAuthProvider,
  reauthenticateWithPopup,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailLink,
  signInWithPopup,
  signInWithRedirect,
  signOut,
} from "@firebase/auth";
import { LANGUAGE } from "../../../i18n/language.ts";
import type { Site } from "../../../../server/wire/site/site.ts";
import { endsSession, identityCode } from "./identity_code.ts";
import { identityMessage } from "./identity_messages.ts";
import { type ProviderName, PROVIDERS } from "./providers.ts";
import type { IdentityPort } from "./identity_port.ts";
import { toSignedInUser } from "../user_record.ts";

/** Exported by the library for its own parts, and missing in its types. */
declare module "@firebase/app" {
  export function _getProvider(app: FirebaseApp, name: "auth-internal"): {
    getImmediate(): { addAuthTokenListener(listener: (token: string | null) => void): void };
  };
}

export interface Identity extends IdentityPort {
  /**
   * A token valid for at least the next calls; undefined when no member is signed in, or another one than `uid`. Another
   * tab may have signed that one in.
   */
  readonly idToken: (uid?: string) => Promise<string | undefined>;
  /**
   * Confirms in a popup that the signed-in member is here. Rejects for another account, and the member stays signed in.
   */
  readonly confirm: (provider: ProviderName) => Promise<void>;
  /**
   * Uses up the code of an email that confirms or changes an address. The address that the member `uid` now has;
   * undefined when this member is not signed in.
   */
  readonly applyCode: (code: string, uid: string | undefined) => Promise<string | undefined>;
  readonly resetPassword: (code: string, password: string) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /**
   * Deletes the sign-in account, unless the server has done so already; rejects when the library requires a recent
   * sign-in.
   */
  readonly deleteAccount: () => Promise<void>;
}

export interface IdentityOptions {
  readonly identity: Site["identity"];
  /** Target of a sign-in link: one of our own addresses. */
  readonly continueUrl: () => string;
}

/** Replaces the script that the library would load from Google's servers. */
const STAND_IN_SCRIPT = "/emulator/auth/gapi.js";

export async function openIdentity({ identity, continueUrl }: IdentityOptions): Promise<Identity> {
  const auth = await openAuth(identity);
  // Emails of the service are in the page's language.
  auth.languageCode = LANGUAGE;
  // The library renews a token five minutes before its end (W-IDLIB-12) once a part follows it, as its own parts do.
  _getProvider(auth.app, "auth-internal").getImmediate().addAuthTokenListener(() => undefined);
  return {
    popup: async (name) => toSignedInUser((await signInWithPopup(auth, providerOf(name))).user, PROVIDERS[name].id),
    redirect: async (name) => await signInWithRedirect(auth, providerOf(name)),
    redirectResult: async () => {
      const result = await getRedirectResult(auth);
      return result === null ? undefined : toSignedInUser(result.user, result.providerId ?? undefined);
    },
    sendLink: async (email) => await sendSignInLinkToEmail(auth, email, { url: continueUrl(), handleCodeInApp: true }),
    isLink: (href) => isSignInWithEmailLink(auth, href),
    openLink: async (email, href) => toSignedInUser((await signInWithEmailLink(auth, email, href)).user, "password"),
    explain: identityMessage,
    withToken: async (token) => toSignedInUser((await signInWithCustomToken(auth, token)).user),
    idToken: (uid) => readToken(auth, uid),
    confirm: async (name) => {
      if (auth.currentUser === null) return;
      await reauthenticateWithPopup(auth.currentUser, providerOf(name));
      // The next call carries the time of this confirmation.
      await auth.currentUser.getIdToken(true);
    },
    applyCode: async (code, uid) => {
      await applyActionCode(auth, code);
      await auth.authStateReady();
      return await freshEmail(auth, uid).catch(() => undefined);
    },
    resetPassword: async (code, password) => await confirmPasswordReset(auth, code, password),
    signOut: async () => await signOut(auth),
    deleteAccount: async () => {
      if (auth.currentUser === null) return;
      await deleteUser(auth.currentUser).catch((reason: unknown) => {
        if (!endsSession(identityCode(reason))) throw reason;
      });
    },
  };
}

/** Renews the token too: it carries the address, and whether it is confirmed. */
async function freshEmail({ currentUser }: Auth, uid: string | undefined): Promise<string | undefined> {
  if (currentUser === null || currentUser.uid !== uid) return undefined;
  await currentUser.reload();
  await currentUser.getIdToken(true);
  return currentUser.email ?? undefined;
}

async function openAuth(identity: Site["identity"]): Promise<Auth> {
  const settings = { persistence: browserLocalPersistence, popupRedirectResolver: browserPopupRedirectResolver };
  if (identity.mode === "firebase") {
    const { apiKey, authDomain, projectId, appId } = identity;
    return initializeAuth(initializeApp({ apiKey, authDomain, projectId, appId }), settings);
  }
  await loadScript(STAND_IN_SCRIPT);
  const { projectId } = identity;
  const app = initializeApp({ apiKey: "embedded", authDomain: globalThis.location.host, projectId });
  const auth = initializeAuth(app, settings);
  connectAuthEmulator(auth, globalThis.location.origin, { disableWarnings: true });
  return auth;
}

async function readToken(auth: Auth, uid: string | undefined): Promise<string | undefined> {
  await auth.authStateReady();
  const { currentUser } = auth;
  if (uid !== undefined && currentUser?.uid !== uid) return undefined;
  try {
    return await currentUser?.getIdToken();
  } catch (reason) {
    if (!endsSession(identityCode(reason))) throw reason;
    // The library itself has signed the member out.
    return undefined;
  }
}

function providerOf(name: ProviderName): GoogleAuthProvider | OAuthProvider {
  const { id, scopes, parameters } = PROVIDERS[name];
  const provider = name === "google" ? new GoogleAuthProvider() : new OAuthProvider(id);
  for (const scope of scopes) provider.addScope(scope);
  provider.setCustomParameters({ ...parameters });
  return provider;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () =>
      reject(Object.assign(new Error(`Cannot load ${src}`), { code: "auth/network-request-failed" }));
    document.head.append(script);
  });
}
