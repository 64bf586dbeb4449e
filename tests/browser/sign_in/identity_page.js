// The page of identity_test.ts: the real sign-in client with the embedded identity service, controlled by the test.
import { initializeApp } from "@firebase/app";
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  getMultiFactorResolver,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  isSignInWithEmailLink,
  linkWithCredential,
  multiFactor,
  OAuthProvider,
  onIdTokenChanged,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  RecaptchaVerifier,
  reload,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPhoneNumber,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updatePassword,
  validatePassword,
} from "@firebase/auth";

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
// The library's own fake of the captcha, from its emulator mode: it loads nothing.
auth.settings.appVerificationDisabledForTesting = true;
const captcha = () => {
  const box = document.body.appendChild(document.createElement("div"));
  return new RecaptchaVerifier(auth, box, { size: "invisible" });
};
let confirmation;
let waiting;
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
  askCode: async (number) => {
    confirmation = await signInWithPhoneNumber(auth, number, captcha());
  },
  typeCode: async (code) => describe(await confirmation.confirm(code)),
  startFactor: async (phoneNumber) => {
    const session = await multiFactor(auth.currentUser).getSession();
    waiting = await new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber, session }, captcha());
  },
  finishFactor: (code) => {
    const credential = PhoneAuthProvider.credential(waiting, code);
    return multiFactor(auth.currentUser).enroll(PhoneMultiFactorGenerator.assertion(credential), "My phone");
  },
  signInTwice: async (email, password) => {
    const error = await signInWithEmailAndPassword(auth, email, password).catch((reason) => reason);
    const resolver = getMultiFactorResolver(auth, error);
    const [hint] = resolver.hints;
    const asked = { multiFactorHint: hint, session: resolver.session };
    const id = await new PhoneAuthProvider(auth).verifyPhoneNumber(asked, captcha());
    confirmation = {
      confirm: (code) =>
        resolver.resolveSignIn(PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code))),
    };
    return [error.code, hint.phoneNumber];
  },
  useCustomToken: async (token) => describe(await signInWithCustomToken(auth, token)),
  // Waits of at least `fromMs` end at once and are recorded.
  shortenWaits: (fromMs) => {
    const { setTimeout: wait } = globalThis;
    globalThis.waits = [];
    globalThis.setTimeout = (run, ms, ...rest) => {
      if (ms < fromMs) return wait(run, ms, ...rest);
      globalThis.waits.push(ms);
      return wait(run, 0, ...rest);
    };
  },
  noteWaits: () => {
    const { setTimeout: wait } = globalThis;
    globalThis.waits = [];
    globalThis.setTimeout = (run, ms, ...rest) => {
      globalThis.waits.push(ms);
      return wait(run, ms, ...rest);
    };
  },
  keepFresh: () => app.container.getProvider("auth-internal").getImmediate().addAuthTokenListener(() => {}),
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
/** Returns `{value}` or `{code}`, so that the test compares plain data. */
globalThis.act = async (name, ...args) => {
  try {
    return { value: await acts[name](...args) ?? null };
  } catch (error) {
    return { code: error.code ?? String(error) };
  }
};
