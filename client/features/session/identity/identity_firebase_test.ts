/** The identity library as the app sets it up: which server it asks, and what ends a session. */
import { afterEach, before, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import * as esbuild from "esbuild";
import "../../../../tests/support/app/component.ts";
import type { openIdentity } from "./identity_firebase.ts";

const EMBEDDED = { mode: "embedded", projectId: "trustcheck-local" } as const;
const FIREBASE = { mode: "firebase", apiKey: "key-1", authDomain: "sign.example", projectId: "p", appId: "a" } as const;
const ADA = {
  localId: "u1",
  email: "ada@example.com",
  displayName: "Ada",
  providerUserInfo: [{ providerId: "google.com", rawId: "g1" }],
};
const CONTINUE = "http://localhost:8000/trustcheck/sign-in";
const LINK = `${CONTINUE}?apiKey=embedded&mode=signIn&oobCode=c1&continueUrl=${encodeURIComponent(CONTINUE)}`;

/** The library as browsers load it: that for servers keeps no session and opens no window. */
interface Bundle {
  readonly openIdentity: typeof openIdentity;
  readonly getApps: () => readonly object[];
  readonly deleteApp: (app: object) => Promise<void>;
}

async function bundle(): Promise<Bundle> {
  const contents = 'export * from "./identity_firebase.ts"; export { deleteApp, getApps } from "@firebase/app";';
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: new URL(".", import.meta.url).pathname },
    bundle: true,
    write: false,
    format: "esm",
  });
  await esbuild.stop();
  const [file] = outputFiles;
  return await import(URL.createObjectURL(new Blob([file?.text ?? ""], { type: "text/javascript" })));
}

interface Call {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly language: string | null;
}

describe("the identity library", () => {
  const real = globalThis.fetch;
  const append = document.head.append;
  let library: Bundle;
  before(async () => {
    library = await bundle();
  });
  let calls: Call[];
  let scripts: string[];
  let scriptLoads: boolean;
  /** Seconds of a new token; a short one is renewed at each use. */
  let expiresIn: string;
  let renewal: () => Response;
  const named = (name: string) => calls.filter(({ url }) => url.includes(name));

  beforeEach(() => {
    [calls, scripts, scriptLoads, expiresIn] = [[], [], true, "3600"];
    renewal = () => Response.json({ id_token: "t2", access_token: "t2", refresh_token: "r2", expires_in: expiresIn });
    globalThis.fetch = (input, init) => {
      const [url, text] = [String(input), String(init?.body ?? "")];
      const language = new Headers(init?.headers).get("x-firebase-locale");
      calls.push({ url, body: text.startsWith("{") ? JSON.parse(text) : {}, language });
      if (url.includes("/v1/token")) return Promise.resolve().then(renewal);
      const signedIn = { localId: "u1", idToken: "t1", refreshToken: "r1", expiresIn };
      return Promise.resolve(Response.json(url.includes(":lookup") ? { users: [ADA] } : signedIn));
    };
    document.head.append = (script) => {
      if (!(script instanceof HTMLElement)) return;
      scripts.push(script.getAttribute("src") ?? "");
      const { onload, onerror } = script;
      if (scriptLoads) onload?.call(script, new Event("load"));
      else onerror?.call(globalThis.window, "no network");
    };
  });
  const closeApp = () => Promise.all(library.getApps().map(library.deleteApp));
  afterEach(async () => {
    globalThis.fetch = real;
    document.head.append = append;
    await closeApp();
    localStorage.clear();
  });
  const open = (identity: typeof EMBEDDED | typeof FIREBASE = EMBEDDED) =>
    library.openIdentity({ identity, continueUrl: () => CONTINUE });

  it("asks this site's own server in the page's language, without a script from another host", async () => {
    const identity = await open();
    assertEquals([scripts, document.body.textContent], [["/emulator/auth/gapi.js"], ""]);
    const user = await identity.withToken("custom");
    assertEquals([user.uid, user.email, user.providerId, user.isGoogleAuth], [
      "u1",
      "ada@example.com",
      "google.com",
      true,
    ]);
    assertEquals(new Set(calls.map(({ url }) => new URL(url).origin)), new Set(["http://localhost:8000"]));
    assertEquals(new Set(calls.map(({ language }) => language)), new Set(["en"]));
    assertEquals(named("signInWithCustomToken")[0]?.body.token, "custom");
  });

  it("asks Google with the site's key where Firebase signs members in", async () => {
    const identity = await open(FIREBASE);
    await identity.withToken("custom");
    assertEquals(scripts, []);
    const { origin, searchParams } = new URL(named("signInWithCustomToken")[0]?.url ?? "");
    assertEquals([origin, searchParams.get("key")], ["https://identitytoolkit.googleapis.com", "key-1"]);
  });

  it("without its script it reports a lost connection", async () => {
    scriptLoads = false;
    const error = await assertRejects(() => open());
    assertEquals(Reflect.get(error, "code"), "auth/network-request-failed");
  });

  it("W-AUTH-02, W-AUTH-03: a disabled account signs out; a lost connection does not", async () => {
    const identity = await open();
    assertEquals(await identity.idToken(), undefined);
    expiresIn = "1";
    await identity.withToken("custom");
    renewal = () => {
      throw new TypeError("Failed to fetch");
    };
    await assertRejects(() => identity.idToken());
    const lost = named("/v1/token").length;
    renewal = () => Response.json({ error: { code: 400, message: "USER_DISABLED" } }, { status: 400 });
    assertEquals(await identity.idToken(), undefined);
    assertEquals(named("/v1/token").length > lost, true, "the member was still signed in");
    const renewals = named("/v1/token").length;
    assertEquals([await identity.idToken(), named("/v1/token").length], [undefined, renewals]);
  });

  it("W-IDLIB-12, W-IDLIB-13: a token is renewed five minutes before its end, and a lost renewal is tried again", async () => {
    const { setTimeout: later } = globalThis;
    const waits: number[] = [];
    /** Waits of half a minute and more end at once. Some are the limits of a call, which has failed by then. */
    const SKIPPED = 20;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0) => {
        if (ms < 29_000) return later(run, ms);
        return waits.push(Math.round(ms / 1_000)) > SKIPPED ? 0 : later(run, 0);
      },
    });
    try {
      renewal = () => {
        throw new TypeError("Failed to fetch");
      };
      await (await open()).withToken("custom");
      const inTime = Date.now() + 5_000;
      while (!waits.includes(120) && Date.now() < inTime) await new Promise((resolve) => later(resolve, 10));
    } finally {
      globalThis.setTimeout = later;
    }
    const first = waits.find((seconds) => seconds > 120) ?? 0;
    assert(Math.abs(first - 55 * 60) <= 2, String(waits));
    assertEquals([60, 120].map((seconds) => waits.includes(seconds)), [true, true], String(waits));
  });

  it("a link in an email leads back here, and signs in its address", async () => {
    const identity = await open();
    await identity.sendLink("ada@example.com");
    const { requestType, email, continueUrl, canHandleCodeInApp } = named("sendOobCode")[0]?.body ?? {};
    assertEquals([requestType, email, continueUrl, canHandleCodeInApp], [
      "EMAIL_SIGNIN",
      "ada@example.com",
      CONTINUE,
      true,
    ]);
    assertEquals([identity.isLink(LINK), identity.isLink(CONTINUE)], [true, false]);
    const user = await identity.openLink("ada@example.com", LINK);
    assertEquals([user.providerId, named("signInWithEmailLink")[0]?.body.oobCode], ["password", "c1"]);
  });

  it("uses up the codes of the other emails, and renews the member whose address one confirms", async () => {
    const identity = await open();
    assertEquals(await identity.applyCode("c1", undefined), undefined);
    await identity.resetPassword("c2", "correct horse");
    assertEquals(named("accounts:update").map(({ body }) => body.oobCode), ["c1"]);
    assertEquals(named("accounts:resetPassword").map(({ body }) => [body.oobCode, body.newPassword]), [
      ["c2", "correct horse"],
    ]);
    await identity.withToken("custom");
    assertEquals([await identity.applyCode("c3", "u2"), named("/v1/token").length], [undefined, 0]);
    assertEquals([await identity.applyCode("c4", "u1"), named("/v1/token").length], ["ada@example.com", 1]);
  });

  it("deletes the account of the signed-in member, and without one neither deletes nor confirms", async () => {
    const identity = await open();
    await identity.confirm("google");
    await identity.deleteAccount();
    assertEquals(calls, []);
    await identity.withToken("custom");
    assertEquals(await identity.idToken("u1"), "t1");
    assertEquals(await identity.idToken("u2"), undefined);
    await identity.deleteAccount();
    assertEquals(named("accounts:delete").map(({ body }) => body.idToken), ["t1"]);
  });

  it("a member stays signed in after a reload, until the member signs out", async () => {
    const reopen = async () => {
      await closeApp();
      return await open();
    };
    await (await open()).withToken("custom");
    const identity = await reopen();
    assertEquals(await identity.idToken(), "t1");
    await identity.signOut();
    assertEquals([await identity.idToken(), await (await reopen()).idToken()], [undefined, undefined]);
  });
});
