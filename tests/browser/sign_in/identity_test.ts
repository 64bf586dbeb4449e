/** The real sign-in client in a real browser with the embedded identity service, offline: every sign-in method. */
import { after, afterEach, before, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import * as esbuild from "esbuild";
import type { Browser, CDPSession, Page } from "puppeteer";
import { createClock, type VirtualClock } from "../../../server/platform/clock.ts";
import { type Db, openDatabase } from "../../../server/db/open.ts";
import { createIdentity } from "../../../server/embedded/identity/identity.ts";
import { silentLog } from "../../../server/platform/log.ts";
import type { Upstream } from "../../../server/platform/http/upstream.ts";
import { launchBrowser } from "../../support/browser.ts";
import { emailsIn, NO_SMTP } from "../../support/outbox.ts";

const PAGE = `<!doctype html><html lang="en"><title>Sign-in test</title><h1>Sign in</h1>
<script src="/emulator/auth/gapi.js"></script><script type="module" src="/page.js"></script></html>`;
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'",
  "cross-origin-opener-policy": "same-origin-allow-popups",
};
const ADA = "ada@example.com";
const PASSWORD = "correct horse";
/** The smallest cost of scrypt; a password of the product costs a quarter of a second. */
const CHEAP = 2;

const keysDir = await Deno.makeTempDir();
let browser: Browser;
let script: string;
let page: Page;
let session: CDPSession;
let identity: Upstream;
let server: Deno.HttpServer<Deno.NetAddr>;
let db: Db;
let clock: VirtualClock;
let origin: string;
let refreshes: number;
let foreign: string[];
let complaints: string[];

before(async () => {
  const entry = new URL("./identity_page.js", import.meta.url).pathname;
  const built = await esbuild.build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  script = built.outputFiles[0]?.text ?? "";
  await esbuild.stop();
  browser = await launchBrowser();
  // One address and one page for all tests: with new ones the browser would compile the client again.
  server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response(PAGE, { headers: PAGE_HEADERS });
    if (pathname === "/page.js") return new Response(script, { headers: { "content-type": "text/javascript" } });
    if (pathname.startsWith("/securetoken")) refreshes += 1;
    return identity(request);
  });
  origin = `http://127.0.0.1:${server.addr.port}`;
  page = await browser.newPage();
  session = await page.createCDPSession();
  watch(page);
});
after(async () => {
  await browser.close();
  await server.shutdown();
  await Deno.remove(keysDir, { recursive: true });
});

beforeEach(async () => {
  db = await openDatabase({ kind: "sqlite", path: ":memory:" });
  clock = createClock();
  refreshes = 0;
  foreign = [];
  complaints = [];
  identity = await createIdentity({
    db,
    clock,
    log: silentLog,
    sender: NO_SMTP,
    settings: {
      projectId: "trustcheck-local",
      keysDir,
      publicOrigin: origin,
      base: "/trustcheck",
      authorizedDomains: ["127.0.0.1"],
      canText: true,
      passwordCost: CHEAP,
    },
  });
  await page.goto(origin);
  await page.waitForFunction("typeof act === 'function'");
});
afterEach(async () => {
  await page.setOfflineMode(false);
  // A page without scripts leaves nothing behind once its storage is cleared.
  await page.goto("about:blank");
  for (const other of await browser.pages()) if (other !== page) await other.close().catch(() => {});
  await session.send("Network.clearBrowserCookies");
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await db.destroy();
  assertEquals(foreign, []);
  assertEquals(complaints, []);
});

/** Records requests to other origins and policy violations. */
function watch(watched: Page): void {
  watched.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("about:")) foreign.push(request.url());
  });
  watched.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
}

type Outcome = { readonly value?: unknown; readonly code?: string };
async function act(name: string, ...args: readonly unknown[]): Promise<Outcome> {
  const call = `act(${[name, ...args].map((arg) => JSON.stringify(arg)).join(", ")})`;
  return parseOutcome(await page.evaluate(call));
}
function parseOutcome(value: unknown): Outcome {
  if (typeof value !== "object" || value === null) throw new TypeError("The page answered nothing");
  return value;
}
/** Starts a sign-in in a popup and returns its window. */
async function openPopup(name: string): Promise<{ readonly chooser: Page; readonly outcome: Promise<Outcome> }> {
  const opened = new Promise<Page>((resolve, reject) => {
    page.once("popup", (target) => target === null ? reject(new Error("No pop-up")) : resolve(target));
  });
  const outcome = act(name);
  const chooser = await opened;
  watch(chooser);
  await chooser.waitForSelector("h1");
  return { chooser, outcome };
}
const valueOf = (outcome: Outcome) => JSON.stringify(outcome.value ?? outcome.code);
const headingOf = (target: Page) => target.$eval("h1", (heading) => heading.textContent);

describe("signing in with the real client, offline", () => {
  it("W-IDLIB-01, W-IDLIB-02, W-IDLIB-04: Google in a popup gives the whole user record", async () => {
    const { chooser, outcome } = await openPopup("googlePopup");
    const asked = new URL(chooser.url()).searchParams;
    assertEquals(asked.get("scopes")?.split(",").sort(), ["email", "profile"]);
    assertMatch(asked.get("customParameters") ?? "", /select_account/);
    assertEquals(await headingOf(chooser), "Choose an account");
    await chooser.click(`[data-email="${ADA}"]`);
    const { value } = await outcome;
    const text = JSON.stringify(value);
    const { user } = asUser(value);
    assertEquals(user, {
      uid: user.uid,
      displayName: "Ada Example",
      photoURL: null,
      email: ADA,
      emailVerified: true,
      phoneNumber: null,
      tenantId: null,
      isAnonymous: false,
    });
    assertMatch(text, /"providers":\[\["google.com","ada@example.com"\]\]/);
    assertMatch(text, /"times":\["\w+, .* GMT","\w+, .* GMT"\].*"provider":"google.com","operation":"signIn"/);
  });

  it("W-AUTH-01: Apple by redirect comes back signed in, once; while away a redirect is pending", async () => {
    await Promise.all([page.waitForNavigation(), page.evaluate("void act('appleRedirect')")]);
    await page.waitForSelector("#other");
    const pendingKeys =
      "Object.keys(sessionStorage).filter((key) => key.startsWith('firebase:pendingRedirect')).length";
    assertEquals(await page.evaluate(pendingKeys), 1);
    await page.type("#email", "new.person@example.com");
    await page.type("#name", "New Person");
    await Promise.all([page.waitForNavigation(), page.click("[data-testid=continue]")]);
    await page.waitForFunction("typeof act === 'function'");
    assertMatch(valueOf(await act("redirected")), /"displayName":"New Person".*"provider":"apple.com"/);
    await page.reload();
    await page.waitForFunction("typeof act === 'function'");
    assertEquals(await act("redirected"), { value: null });
    assertEquals(await act("current"), { value: "new.person@example.com" });
    assertEquals(await act("pending"), { value: 0 });
  });

  it("an abandoned redirect reports its code, and one to another site is refused", async () => {
    await Promise.all([page.waitForNavigation(), page.evaluate("void act('appleRedirect')")]);
    await page.waitForSelector("#cancel");
    await Promise.all([page.waitForNavigation(), page.click("#cancel")]);
    await page.waitForFunction("typeof act === 'function'");
    assertEquals(await act("redirected"), { value: "auth/user-cancelled" });
    const evil = new URLSearchParams({
      authType: "signInViaRedirect",
      providerId: "google.com",
      redirectUrl: "https://evil.test/",
    });
    await page.goto(`${origin}/emulator/auth/handler?${evil}`);
    await page.click(`[data-email="${ADA}"]`);
    assertMatch(await page.$eval("#status", (status) => status.textContent) ?? "", /not on this site/);
    assertEquals(new URL(page.url()).origin, origin);
  });

  it("W-IDLIB-10, W-IDLIB-16: a closed or blocked popup has its own code, closing after a grace of 8 s", async () => {
    const left = await openPopup("googlePopup");
    await left.chooser.click("#cancel");
    assertEquals(await left.outcome, { code: "auth/popup-closed-by-user" });
    const { chooser, outcome } = await openPopup("applePopup");
    const closedMs = performance.now();
    await chooser.close();
    assertEquals(await outcome, { code: "auth/popup-closed-by-user" });
    const graceMs = performance.now() - closedMs;
    assert(graceMs > 7_900 && graceMs < 60_000, `${graceMs}`);
    await act("blockPopups");
    assertEquals(await act("googlePopup"), { code: "auth/popup-blocked" });
  });

  it("W-IDLIB-11: an email link signs in once; used and expired ones have their codes", async () => {
    assertEquals(await act("sendLink", ADA), { value: null });
    const link = /http\S+/.exec((await emailsIn(db))[0]?.text ?? "")?.[0] ?? "";
    assertMatch(link, /\/trustcheck\/sign-in\?mode=signIn&/);
    assertEquals([await act("isLink", link), await act("isLink", origin)], [{ value: true }, { value: false }]);
    assertMatch(valueOf(await act("useLink", ADA, link)), /"email":"ada@example.com","emailVerified":true/);
    assertEquals(await act("useLink", ADA, link), { code: "auth/invalid-action-code" });
    await act("sendLink", ADA);
    clock.advance(61 * 60_000);
    const late = /http\S+/.exec((await emailsIn(db))[1]?.text ?? "")?.[0] ?? "";
    assertEquals(await act("useLink", ADA, late), { code: "auth/expired-action-code" });
  });

  it("W-IDLIB-05, W-IDLIB-07, W-IDLIB-09: passwords sign up, in and link, and fail with the client's own codes", async () => {
    assertEquals(await act("policy", "short"), { value: { isValid: false, meetsMinPasswordLength: false } });
    assertMatch(valueOf(await act("signUp", ADA, PASSWORD)), /"email":"ada@example.com","emailVerified":false/);
    assertEquals(await act("signUp", ADA, PASSWORD), { code: "auth/email-already-in-use" });
    await act("signOut");
    assertMatch(valueOf(await act("signIn", ADA, PASSWORD)), /"providers":\[\["password","ada@example.com"\]\]/);
    assertEquals(await act("signIn", ADA, "wrong"), { code: "auth/invalid-credential" });
    assertEquals(await act("signIn", "nobody@example.com", "wrong"), { code: "auth/invalid-credential" });
    for (let guess = 0; guess < 9; guess++) await act("signIn", "nobody@example.com", "wrong");
    assertEquals(await act("signIn", "nobody@example.com", "wrong"), { code: "auth/too-many-requests" });
    const { chooser, outcome } = await openPopup("googlePopup");
    await chooser.click('[data-email="grace@example.com"]');
    await outcome;
    assertMatch(
      valueOf(await act("link", "grace@example.com", PASSWORD)),
      /"providers":\[\["password".*\["google.com".*"operation":"link"/,
    );
  });

  it("W-IDLIB-03, W-IDLIB-10: deleting requires a recent sign-in, then leaves no account", async () => {
    await act("signUp", ADA, PASSWORD);
    clock.advance(6 * 60_000);
    assertEquals(await act("remove"), { code: "auth/requires-recent-login" });
    assertEquals(await act("current"), { value: ADA });
    await act("signIn", ADA, PASSWORD);
    assertEquals(await act("remove"), { value: null });
    assertEquals(await act("current"), { value: null });
    assertEquals((await db.selectFrom("id_users").selectAll().execute()).length, 0);
  });
});

describe("phones and tokens with the real client, offline", () => {
  const NUMBER = "+16502530000";
  const newestCode = async () => /\d{6}/.exec((await emailsIn(db)).at(-1)?.text ?? "")?.[0] ?? "";

  it("W-IDLIB-04, W-IDLIB-08: a number signs in with the code of its text message", async () => {
    assertEquals(await act("askCode", NUMBER), { value: null });
    const code = await newestCode();
    assertEquals(await act("typeCode", code === "000000" ? "000001" : "000000"), {
      code: "auth/invalid-verification-code",
    });
    assertMatch(valueOf(await act("typeCode", code)), /"email":null.*"phoneNumber":"\+16502530000"/);
    assertEquals(await act("typeCode", code), { code: "auth/code-expired" });
  });

  it("W-IDLIB-08: a second factor is enrolled, and required at the next sign-in", async () => {
    await act("signUp", ADA, PASSWORD);
    await db.updateTable("id_users").set({ email_verified: 1 }).execute();
    assertEquals(await act("startFactor", NUMBER), { value: null });
    assertEquals(await act("finishFactor", await newestCode()), { value: null });
    await act("signOut");
    assertEquals(await act("signInTwice", ADA, PASSWORD), {
      value: ["auth/multi-factor-auth-required", "+*******0000"],
    });
    assertEquals(await act("current"), { value: null });
    assertMatch(valueOf(await act("typeCode", await newestCode())), /"email":"ada@example.com"/);
  });

  it("a custom token signs in", async () => {
    await act("signUp", ADA, PASSWORD);
    const { uid } = await db.selectFrom("id_users").select("uid").executeTakeFirstOrThrow();
    await act("signOut");
    const made = await fetch(`${origin}/custom_tokens`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ uid }),
    });
    const { token } = await made.json();
    assertMatch(valueOf(await act("useCustomToken", token)), /"email":"ada@example.com"/);
    assertEquals(await act("useCustomToken", "x"), { code: "auth/invalid-custom-token" });
  });
});

describe("the session of the real client, offline", () => {
  it("W-IDLIB-12, W-IDLIB-13: is renewed 5 min before it ends; lost renewals wait 30 s, doubling to 960 s", async () => {
    await act("signUp", ADA, PASSWORD);
    await page.setOfflineMode(true);
    await act("shortenWaits", 29_000);
    await act("keepFresh");
    // Waits of 30 and 60 s are also the library's network timeouts, which end with the lost request.
    const RETRIES = [30_000, 60_000, 120_000, 240_000, 480_000, 960_000, 960_000];
    await page.waitForFunction("waits.filter((ms) => ms === 960000).length >= 2", { polling: 50 });
    const waits = asWaits(await page.evaluate("waits"));
    await page.setOfflineMode(false);
    const [first = 0] = waits;
    assert(Math.abs(first - 55 * 60_000) < 60_000, `${first}`);
    const rest = waits.slice(1);
    let at = 0;
    for (const ms of rest) if (ms === RETRIES[at]) at += 1;
    assertEquals(at, RETRIES.length, rest.join(" "));
  });

  it("W-IDLIB-15: a request is aborted after 30 to 60 s", async () => {
    await act("noteWaits");
    await act("signUp", ADA, PASSWORD);
    const waits = asWaits(await page.evaluate("waits")).filter((ms) => ms >= 1_000);
    assert(waits.length > 0 && waits.every((ms) => ms >= 30_000 && ms <= 60_000), waits.join(" "));
  });

  it("W-AUTH-01, W-IDLIB-06: knows signed in, token refreshed and signed out", async () => {
    assertEquals(await act("changes"), { value: ["signed out"] });
    await act("signUp", ADA, PASSWORD);
    assertEquals(await act("changes"), { value: ["token"] });
    const before = valueOf(await act("token", false));
    clock.advance(60_000);
    assert(valueOf(await act("token", true)) !== before);
    assertEquals([await act("changes"), refreshes], [{ value: ["token"] }, 1]);
    await act("signOut");
    assertEquals(await act("changes"), { value: ["signed out"] });
  });

  it("W-IDLIB-14: a token counts as expired 30 s before it is", async () => {
    await act("signUp", ADA, PASSWORD);
    await act("laterBy", (3_600 - 45) * 1_000);
    await act("token", false);
    assertEquals(refreshes, 0);
    await act("laterBy", 20_000);
    await act("token", false);
    assertEquals(refreshes, 1);
  });

  const ENDING: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["auth/user-disabled", () => db.updateTable("id_users").set({ is_disabled: 1 }).execute()],
    ["auth/user-token-expired", () => db.updateTable("id_users").set({ valid_since_ms: Date.now() + 9_000 }).execute()],
  ];
  for (const [code, happen] of ENDING) {
    it(`W-AUTH-02, W-IDLIB-11: ${code} signs the member out`, async () => {
      await act("signUp", ADA, PASSWORD);
      await happen();
      assertEquals(await act("reload"), { code });
      assertEquals(await act("current"), { value: null });
    });
  }

  it("W-AUTH-03, W-IDLIB-09: a network failure leaves the member signed in", async () => {
    await act("signUp", ADA, PASSWORD);
    await page.setOfflineMode(true);
    assertEquals(await act("reload"), { code: "auth/network-request-failed" });
    await page.setOfflineMode(false);
    assertEquals(await act("current"), { value: ADA });
    assertEquals(await act("reload"), { value: null });
  });
});

describe("the simulated provider page", () => {
  it("fits a screen 320 px wide and can be used with the keyboard only", async () => {
    await page.setViewport({ width: 320, height: 568 });
    const query = new URLSearchParams({
      authType: "signInViaRedirect",
      providerId: "google.com",
      redirectUrl: `${origin}/`,
    });
    await page.goto(`${origin}/emulator/auth/handler?${query}`);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
    const small = "[...document.querySelectorAll('button,input')].filter((part) => part.offsetHeight < 44).length";
    assertEquals(await page.evaluate(small), 0);
    await page.keyboard.press("Tab");
    assertEquals(await page.evaluate("document.activeElement.dataset.email"), ADA);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    assertEquals(page.url(), `${origin}/`);
  });
});

function asWaits(value: unknown): readonly number[] {
  return value as readonly number[];
}
function asUser(value: unknown): { readonly user: Readonly<Record<string, unknown>> } {
  return value as { readonly user: Readonly<Record<string, unknown>> };
}
