// The page of identity_test.ts: the real sign-in client against the embedded identity, driven by name from the test.
import { initializeApp } from "firebase/app";
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  isSignInWithEmailLink,
  linkWithCredential,
  OAuthProvider,
  onIdTokenChanged,
  reload,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updatePassword,
  validatePassword,
} from "firebase/auth";

const app = initializeApp({ apiKey: "local", authDomain: location.host, projectId: "trustcheck-local" });
const auth = initializeAuth(app, {
  persistence: browserLocalPersistence,
  popupRedirectResolver: browserPopupRedirectResolver,
});
connectAuthEmulator(auth, location.origin, { disableWarnings: true });

const changes = [];
onIdTokenChanged(auth, (user) => changes.push(user === null ? "signed out" : "token"));
const redirected = getRedirectResult(auth).then(describe, (error) => error.code);

function describe(result) {
  if (result === null) return null;
  const {
    uid,
    displayName,
    photoURL,
    email,
    emailVerified,
    phoneNumber,
    tenantId,
    isAnonymous,
    providerData,
    metadata,
  } = result.user;
  const user = { uid, displayName, photoURL, email, emailVerified, phoneNumber, tenantId, isAnonymous };
  return {
    user,
    providers: providerData.map((row) => [row.providerId, row.email]),
    times: [metadata.creationTime, metadata.lastSignInTime],
    provider: result.providerId,
    operation: result.operationType,
  };
}
function google() {
  const provider = new GoogleAuthProvider();
  provider.addScope("profile");
  provider.addScope("email");
  provider.setCustomParameters({ prompt: "select_account" });
  return provider;
}
function apple() {
  const provider = new OAuthProvider("apple.com");
  provider.addScope("email");
  provider.addScope("name");
  return provider;
}
const popup = async (provider) => describe(await signInWithPopup(auth, provider));

const acts = {
  googlePopup: () => popup(google()),
  applePopup: () => popup(apple()),
  appleRedirect: () => signInWithRedirect(auth, apple()),
  redirected: () => redirected,
  signUp: async (email, password) => describe(await createUserWithEmailAndPassword(auth, email, password)),
  signIn: async (email, password) => describe(await signInWithEmailAndPassword(auth, email, password)),
  sendLink: (email) => sendSignInLinkToEmail(auth, email, { url: location.origin + "/", handleCodeInApp: true }),
  isLink: (link) => isSignInWithEmailLink(auth, link),
  useLink: async (email, link) => describe(await signInWithEmailLink(auth, email, link)),
  link: async (email, password) =>
    describe(await linkWithCredential(auth.currentUser, EmailAuthProvider.credential(email, password))),
  updatePassword: (password) => updatePassword(auth.currentUser, password),
  policy: async (password) => {
    const { isValid, meetsMinPasswordLength } = await validatePassword(auth, password);
    return { isValid, meetsMinPasswordLength };
  },
  token: (force) => auth.currentUser.getIdToken(force),
  reload: () => reload(auth.currentUser),
  remove: () => deleteUser(auth.currentUser),
  signOut: () => signOut(auth),
  current: () => auth.currentUser?.email ?? null,
  changes: () => changes.splice(0),
  pending: () => Object.keys(sessionStorage).filter((key) => key.startsWith("firebase:pendingRedirect")).length,
  laterBy: (ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
  },
  blockPopups: () => {
    globalThis.open = () => null;
  },
};
/** Answers `{value}` or `{code}`, so that the test compares plain data. */
globalThis.act = async (name, ...args) => {
  try {
    return { value: await acts[name](...args) ?? null };
  } catch (error) {
    return { code: error.code ?? String(error) };
  }
};
