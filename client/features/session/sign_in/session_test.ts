import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ResponseError } from "../../../api/http.ts";
import * as z from "zod/mini";
import { reportedErrors } from "../../../../tests/support/app/component.ts";
import { compareApprovedText } from "../../../../tests/support/approved.ts";
import { PART_MISSING } from "../../../lib/browser/lazy_page.ts";
import { ChunkLoadError } from "../../../lib/load_chunk.ts";
import { endsSession, IDENTITY_FALLBACK } from "../identity/identity_code.ts";
import { IDENTITY_MESSAGES, identityMessage } from "../identity/identity_messages.ts";
import { finishRedirect, openLink, requestLink, type SignInPorts, signInWith, signInWithPasskey } from "./sign_in.ts";
import type { IdentityPort } from "../identity/identity_port.ts";
import { SIGN_IN_START, signInReducer, type SignInState } from "./sign_in_state.ts";
import { type SignedInUser, signedInUserSchema, toSignedInUser } from "../user_record.ts";

const IDENTITY_USER = {
  uid: "u1",
  email: "ana@example.com",
  displayName: null,
  providerId: "firebase",
  providerData: [{ providerId: "google.com", uid: "g1" }, { providerId: "apple.com", uid: "a1" }],
};
const USER: SignedInUser = toSignedInUser(IDENTITY_USER, "google.com");
const coded = (name: string) => Object.assign(new Error(name), { code: `auth/${name}` });

function record(over: Partial<IdentityPort> = {}, linkEmail = "", signedInEmail = "") {
  const log: string[] = [];
  let state: SignInState = SIGN_IN_START;
  const identity: IdentityPort = {
    popup: () => Promise.resolve(USER),
    redirect: () => {
      log.push("redirect");
      return Promise.resolve();
    },
    redirectResult: () => Promise.resolve(USER),
    sendLink: (email) => Promise.resolve(void log.push(`sent to "${email}"`)),
    isLink: () => true,
    openLink: () => Promise.resolve(USER),
    withToken: () => Promise.resolve(USER),
    explain: identityMessage,
    ...over,
  };
  const ports: SignInPorts = {
    identity: () => Promise.resolve(identity),
    dispatch: (event) => {
      state = signInReducer(state, event);
      log.push(event.type);
    },
    markPending: (isPending) => log.push(`pending ${isPending}`),
    keepUser: (user) => log.push(`user ${user.uid}`),
    tracked: (way) => log.push(`tracked ${way}`),
    passkey: () => Promise.resolve("token"),
    linkEmail: { read: () => linkEmail, keep: (email) => log.push(`link email "${email}"`) },
    signedInEmail: () => signedInEmail,
  };
  return { ports, log, state: () => state };
}

describe("the signed-in user", () => {
  it("W-USER-01 W-START-02: has the seven fields, taken from the identity user", () => {
    assertEquals(z.parse(signedInUserSchema, toSignedInUser(IDENTITY_USER, "google.com")), {
      uid: "u1",
      email: "ana@example.com",
      displayName: "",
      providerId: "google.com",
      providerDataId: "g1",
      isAppleAuth: false,
      isGoogleAuth: true,
    });
  });

  it("W-START-03: one flag for Apple, one for Google, by the provider used", () => {
    const flags = (id: string) => {
      const user = toSignedInUser(IDENTITY_USER, id);
      return [user.isAppleAuth, user.isGoogleAuth, user.providerDataId];
    };
    assertEquals(["apple.com", "google.com"].map(flags), [[true, false, "a1"], [false, true, "g1"]]);
    const byLink = toSignedInUser({
      ...IDENTITY_USER,
      providerData: [{ providerId: "password", uid: "ana@example.com" }],
    });
    assertEquals([byLink.providerId, byLink.isAppleAuth, byLink.isGoogleAuth], ["password", false, false]);
  });
});

describe("errors of the identity library", () => {
  it("W-AUTH-02, W-AUTH-03: two errors end the session, any other leaves the user signed in", () => {
    for (const code of ["auth/user-disabled", "auth/user-token-expired"]) assert(endsSession(code), code);
    for (const code of ["auth/network-request-failed", "auth/too-many-requests", "auth/internal-error", ""]) {
      assert(!endsSession(code), code);
    }
  });
});

describe("signing in", () => {
  it("W-SENTRY-04: reports a fault of the app, but no refusal of the identity service", async () => {
    const fault = new TypeError("not a function");
    const failing = (reason: Error) => () =>
      signInWith(record({ popup: () => Promise.reject(reason) }).ports, "google");
    assertEquals(await reportedErrors(failing(fault)), [fault]);
    assertEquals(await reportedErrors(failing(coded("popup-closed-by-user"))), []);
  });

  it("W-AUTH-08: by popup, and by redirect with a marker when the popup is blocked", async () => {
    const popup = record();
    await signInWith(popup.ports, "google");
    assertEquals(popup.log, ["provider_chosen", "user u1", "tracked google", "signed_in"]);
    for (const code of ["popup-blocked", "operation-not-supported-in-this-environment"]) {
      const blocked = record({ popup: () => Promise.reject(coded(code)) });
      await signInWith(blocked.ports, "apple");
      assertEquals(blocked.log, ["provider_chosen", "pending true", "redirect"]);
      assertEquals(blocked.state(), { kind: "busy", with: "apple" });
    }
  });

  it("a closed window or a network error shows a message and the choices again", async () => {
    for (const name of ["popup-closed-by-user", "network-request-failed", "account-exists-with-different-credential"]) {
      const { ports, log, state } = record({ popup: () => Promise.reject(coded(name)) });
      await signInWith(ports, "google");
      assertEquals(state(), { kind: "idle", error: IDENTITY_MESSAGES[name] ?? "" });
      assert(!log.includes("user u1"));
    }
  });

  it("a window that is closed after a link was requested does not take away that the link is sent", async () => {
    const popup = Promise.withResolvers<SignedInUser>();
    const { ports, state } = record({ popup: () => popup.promise });
    const waiting = signInWith(ports, "google");
    await requestLink(ports, "ana@example.com");
    popup.reject(coded("popup-closed-by-user"));
    await waiting;
    assertEquals(state(), { kind: "link_sent", email: "ana@example.com" });
  });

  it("W-START-04: reads the redirect result, and stores nothing without a user", async () => {
    const back = record();
    await finishRedirect(back.ports);
    assertEquals(back.log, ["user u1", "tracked google", "signed_in", "pending false"]);
    const none = record({ redirectResult: () => Promise.resolve(undefined) });
    await finishRedirect(none.ports);
    assertEquals(none.log, ["started_over", "pending false"]);
  });

  it("the email link signs in, asks for an unknown address, and explains an old link", async () => {
    const sent = record();
    await requestLink(sent.ports, "ana@example.com");
    assertEquals(sent.log, [
      "link_requested",
      'sent to "ana@example.com"',
      'link email "ana@example.com"',
      "link_sent",
    ]);
    const many = record({ sendLink: () => Promise.reject(coded("too-many-requests")) });
    await requestLink(many.ports, "ana@example.com");
    assertMatch(JSON.stringify(many.state()), /Open the newest email/);
    const opened = record({}, "ana@example.com");
    await openLink(opened.ports, "https://x/sign-in?oobCode=1");
    assertEquals(opened.log, ["link_opened", 'link email ""', "user u1", "tracked email", "signed_in"]);
    const elsewhere = record();
    await openLink(elsewhere.ports, "https://x/");
    assertEquals(elsewhere.state().kind, "email_needed");
    const other = record({ openLink: () => Promise.reject(coded("invalid-email")) });
    await openLink(other.ports, "https://x/", "bo@example.com");
    assertEquals(other.state().kind, "email_needed");
    const old = record({ openLink: () => Promise.reject(coded("expired-action-code")) });
    await openLink(old.ports, "https://x/", "ana@example.com");
    assertEquals(old.state(), { kind: "idle", error: IDENTITY_MESSAGES["expired-action-code"] ?? "" });
  });
});

describe("a sign-in link that is opened by a member who is signed in", () => {
  const ADDRESS = "ana@example.com";
  const failing = (code: string) => ({ openLink: () => Promise.reject(coded(code)) });

  it("needs no address: it is tried with that of the member, and asks for another one if it is not", async () => {
    const opened = record({ openLink: (email) => Promise.resolve({ ...USER, uid: email }) }, "", ADDRESS);
    await openLink(opened.ports, "https://x/");
    assertEquals([opened.log[2], opened.state().kind], [`user ${ADDRESS}`, "done"]);
    const foreign = record(failing("invalid-email"), "", ADDRESS);
    await openLink(foreign.ports, "https://x/");
    assertEquals(foreign.state(), { kind: "email_needed", error: "" });
    const lost = record(failing("network-request-failed"), "", ADDRESS);
    await openLink(lost.ports, "https://x/");
    assertEquals(lost.state(), { kind: "email_needed", error: IDENTITY_MESSAGES["network-request-failed"] ?? "" });
  });

  for (const code of ["invalid-action-code", "expired-action-code"]) {
    it(`is done when it signed the member in before (${code}), and an error for any other address`, async () => {
      const again = [record(failing(code), "", ADDRESS), record(failing(code), "Ana@example.com", ADDRESS)];
      for (const { ports, log, state } of again) {
        await openLink(ports, "https://x/");
        assertEquals([log, state()], [["link_opened", 'link email ""', "signed_in"], { kind: "done" }]);
      }
      const others = [record(failing(code), "bo@example.com", ADDRESS), record(failing(code), ADDRESS)];
      for (const { ports, state } of others) {
        await openLink(ports, "https://x/");
        assertEquals(state(), { kind: "idle", error: IDENTITY_MESSAGES[code] ?? "" });
      }
    });
  }
});

describe("signing in with a passkey", () => {
  it("asks the device, then the identity library; an error is shown and no member is signed in", async () => {
    const done = record();
    await signInWithPasskey(done.ports);
    assertEquals(done.log, ["passkey_chosen", "user u1", "tracked passkey", "signed_in"]);
    const closed = record();
    const ports = { ...closed.ports, passkey: () => Promise.reject(new DOMException("no", "NotAllowedError")) };
    await signInWithPasskey(ports);
    assertMatch(JSON.stringify(closed.state()), /No passkey was used/);
    const refused = { ...ports, passkey: () => Promise.reject(new ResponseError(401, { error: "Not this one" })) };
    await signInWithPasskey(refused);
    assertEquals(closed.state(), { kind: "idle", error: "Not this one" });
    assertEquals(closed.log.filter((line) => line.startsWith("user")), []);
  });
});

describe("identity messages", () => {
  it("W-LIMIT-01: a library that fails to load shows one message for every sign-in method", async () => {
    const missing = { identity: () => Promise.reject(new ChunkLoadError("late")) };
    for (
      const story of [
        (ports: SignInPorts) => signInWith(ports, "google"),
        (ports: SignInPorts) => requestLink(ports, "ana@mail.example"),
        (ports: SignInPorts) => openLink(ports, "https://check.example/", "ana@mail.example"),
        finishRedirect,
      ]
    ) {
      const { ports, state } = record();
      await story({ ...ports, ...missing });
      assertEquals(state(), { kind: "idle", error: PART_MISSING, needsReload: true });
    }
  });

  it("W-ERR-09: every documented code has one clear message, and there is a fallback", async () => {
    const documented = [
      "invalid-credential",
      "wrong-password",
      "user-not-found",
      "email-already-in-use",
      "too-many-requests",
      "network-request-failed",
      "popup-blocked",
      "popup-closed-by-user",
      "unauthorized-domain",
      "requires-recent-login",
      "expired-action-code",
      "invalid-action-code",
      "user-token-expired",
    ];
    for (const name of documented) {
      const text = identityMessage({ code: `auth/${name}` });
      assert(text !== IDENTITY_FALLBACK && text.endsWith("."), name);
      assert(!/auth\/|firebase|credential/i.test(text), name);
    }
    const lines = Object.entries(IDENTITY_MESSAGES).map(([code, text]) => `${code}: ${text}\n`);
    await compareApprovedText("app/identity_messages", lines.join(""));
    for (const reason of [undefined, "x", { code: 5 }, { code: "auth/something-new" }, new Error("x")]) {
      assertEquals(identityMessage(reason), IDENTITY_FALLBACK);
    }
  });
});
