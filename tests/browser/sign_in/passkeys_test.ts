/** Passkeys in the members area: added, used to sign in, removed; with the browser's own virtual authenticator. */
import { after, afterEach, before, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Browser, Page } from "puppeteer";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { openedWindow } from "../../support/app/shopper.ts";
import { emailsIn } from "../../support/outbox.ts";
import { addPasskeyDevice, launchBrowser } from "../../support/browser.ts";

const ADA = "ada@example.com";
let app: RunningApp;
let browser: Browser;
let page: Page;

before(async () => {
  app = await startApp();
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  await addPasskeyDevice(page);
});
// One profile that is cleared each time: a new one would compile all code again.
afterEach(async () => {
  const session = await page.createCDPSession();
  await session.send("Network.clearBrowserCookies");
  await session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" });
  // The first one keeps the browser's profile.
  for (const each of (await browser.pages()).slice(1)) await each.close().catch(() => {});
});

const at = (path: string) => `${app.origin}${app.base}${path}`;
const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? "");
const press = async (testId: string) => await page.locator(`[data-testid=${testId}]:not(:disabled)`).click();

async function signInWithGoogle(): Promise<void> {
  await page.goto(at("/sign-in"));
  await chooseAda(() => press("sign-in-google"));
  await page.waitForFunction(`location.pathname.startsWith("${app.base}/webapp")`);
}
/** The window is used once it shows its own page: a click on the empty one before it would wait for ever. */
async function chooseAda(open: () => Promise<void>): Promise<void> {
  const chooser = await openedWindow(browser, open);
  const account = `[data-email="${ADA}"]`;
  await chooser.waitForSelector(account);
  await chooser.click(account);
}
async function openProfile(): Promise<void> {
  await page.goto(at("/webapp/profile"));
  await page.waitForSelector("[data-testid=passkeys]");
}
const countPasskeys = async () => (await page.$$("[data-testid=passkey]")).length;
async function waitForPasskeys(count: number): Promise<void> {
  await page.waitForFunction(`document.querySelectorAll("[data-testid=passkey]").length === ${count}`);
}
async function addPasskey(): Promise<void> {
  await signInWithGoogle();
  await openProfile();
  await press("passkey-add");
  await waitForPasskeys(1);
}

describe("passkeys", () => {
  it("are added in the profile, reported by email, and sign in without a popup", async () => {
    await addPasskey();
    assertMatch(await textOf("[data-testid=passkey]"), /Chrome, Linux.*Added on .*never used/);
    const mails = await app.context.db.selectFrom("mail_outbox").select(["kind", "recipient"]).execute();
    assertEquals(mails, [{ kind: "passkey_added", recipient: ADA }]);
    await press("sign-out");
    await page.waitForFunction(`location.pathname.replace(/\\/$/, "") === "${app.base}"`);
    await page.goto(at("/sign-in"));
    await press("sign-in-passkey");
    await page.waitForFunction(`location.pathname.startsWith("${app.base}/webapp")`);
    await openProfile();
    assertMatch(await textOf("[data-testid=profile]"), /ada@example\.com/);
    await waitForPasskeys(1);
    assertMatch(await textOf("[data-testid=passkey]"), /last used on/);
  });

  it("are removed after a confirmation, and then sign no member in", async () => {
    const before = await app.context.db.selectFrom("passkeys").selectAll().execute();
    await signInWithGoogle();
    await openProfile();
    await waitForPasskeys(before.length);
    for (let left = await countPasskeys(); left > 0; left--) {
      await press("passkey-remove");
      await press("passkey-confirm");
      await waitForPasskeys(left - 1);
    }
    await press("passkey-add");
    await waitForPasskeys(1);
    await press("passkey-remove");
    await press("passkey-confirm");
    await waitForPasskeys(0);
    await press("sign-out");
    await page.waitForFunction(`location.pathname.replace(/\\/$/, "") === "${app.base}"`);
    await page.goto(at("/sign-in"));
    // The device still has it and responds; the server no longer knows it.
    await press("sign-in-passkey");
    await page.waitForSelector("[data-testid=sign-in-error]");
    assertMatch(await textOf("[data-testid=sign-in-error]"), /couldn't verify this passkey/);
  });

  it("a device without user verification signs no member in, even when the page does not request it", async () => {
    await addPasskey();
    const signIn = (userVerification: string) =>
      page.evaluate(`(async () => {
        const question = await (await fetch("/api/passkeys/sign-in/options", { method: "POST" })).json();
        const asked = { ...question, userVerification: "${userVerification}" };
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
        const answer = (await navigator.credentials.get({ publicKey })).toJSON();
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify({ answer });
        return (await fetch("/api/passkeys/sign-in", { method: "POST", headers, body })).status;
      })()`);
    assertEquals([await signIn("required"), await signIn("discouraged")], [200, 422]);
  });

  it("are deleted with the account", async () => {
    await addPasskey();
    assert((await app.context.db.selectFrom("passkeys").selectAll().execute()).length > 0);
    await press("delete");
    await press("delete-confirm");
    await page.waitForFunction(`location.pathname.replace(/\\/$/, "") === "${app.base}"`);
    assertEquals(await app.context.db.selectFrom("passkeys").selectAll().execute(), []);
  });

  it("a cancelled prompt shows a message and keeps the other sign-in methods", async () => {
    await page.goto(at("/sign-in"));
    await page.evaluate(`navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"))`);
    await press("sign-in-passkey");
    await page.waitForSelector("[data-testid=sign-in-error]");
    assertMatch(await textOf("[data-testid=sign-in-error]"), /No passkey was used/);
    assert(await page.$("[data-testid=sign-in-google]:not(:disabled)") !== null);
  });

  it("are added after a confirmation in place, without signing out, when the sign-in is a while ago", async () => {
    await signInWithGoogle();
    await openProfile();
    // Last, since the clock of the server stays ahead.
    await page.evaluate(`fetch("/dev/clock", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance: "PT20M" }) })`);
    await press("passkey-add");
    const dialog = "[data-testid=passkey-confirm-dialog]";
    await page.waitForSelector(`${dialog} button`, { visible: true });
    assertMatch(await textOf(dialog), /You signed in a while ago.*add the passkey right away/);
    // The account has no passkey yet, so none is offered to confirm with.
    assertEquals(/Use a passkey/.test(await textOf(dialog)), false);
    await chooseAda(() => page.locator(`${dialog} ::-p-text(Continue with Google)`).click());
    await waitForPasskeys(1);
    assertEquals(await page.$(dialog), null);
    assertEquals(new URL(page.url()).pathname, `${app.base}/webapp/profile`);
    assertMatch(await textOf("[data-testid=passkeys]"), /Passkey saved\. You can use it the next time you sign in\./);
  });

  it("are deleted with the account and its sign-in, when the sign-in is a while ago", async () => {
    await signInWithGoogle();
    await openProfile();
    await page.evaluate(`fetch("/dev/clock", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance: "PT20M" }) })`);
    const accounts = () => app.context.db.selectFrom("id_users").select("email").execute();
    assertEquals(await accounts(), [{ email: ADA }]);
    await press("delete");
    await press("delete-confirm");
    await page.waitForFunction(`location.pathname.replace(/\\/$/, "") === "${app.base}"`);
    assertEquals([await accounts(), await app.context.db.selectFrom("passkeys").selectAll().execute()], [[], []]);
  });
});

describe("the sign-in link", () => {
  it("is sent once, however often Enter is pressed while it is on its way", async () => {
    await page.goto(at("/sign-in"));
    await page.waitForSelector("[data-testid=sign-in-email]");
    // Its answer comes after both presses.
    await page.evaluate(`{
      const send = fetch;
      globalThis.fetch = async (...call) => {
        if (String(call[0]).includes("sendOobCode")) await new Promise((resolve) => setTimeout(resolve, 500));
        return await send(...call);
      };
    }`);
    await page.type("[data-testid=sign-in-email]", "bob@example.com");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-testid=link-sent]");
    const links = await app.context.db.selectFrom("id_codes").select("code_hash").where("email", "=", "bob@example.com")
      .execute();
    assertEquals(links.length, 1);
  });

  it("signs in once and is no error when it is opened again in another tab; the link that confirms an email works too", async () => {
    const CARA = "cara@example.com";
    await page.goto(at("/sign-in"));
    await page.locator("[data-testid=sign-in-email]").fill(CARA);
    await press("sign-in-send");
    await page.waitForSelector("[data-testid=link-sent]");
    const link = await newestLink(CARA);
    await page.goto(link);
    await page.waitForFunction(`location.pathname.startsWith("${app.base}/webapp")`);
    const second = await page.browserContext().newPage();
    await second.goto(link);
    await second.waitForFunction(`location.pathname.startsWith("${app.base}/webapp")`);
    const { uid } = await app.context.db.updateTable("id_users").set({ email_verified: 0 }).where("email", "=", CARA)
      .returning("uid").executeTakeFirstOrThrow();
    await askFor("VERIFY_EMAIL", String(await second.evaluate(TOKEN)));
    await page.goto(await newestLink(CARA));
    await page.waitForSelector("[data-testid=email-action-done]");
    const [user] = await app.context.db.selectFrom("id_users").select("email_verified").where("uid", "=", uid)
      .execute();
    assertEquals(user?.email_verified, 1);
    assertMatch(await textOf("[data-testid=email-action-done]"), /Your email is confirmed/);
  });
});

/** The token of the member, as the library keeps it. */
const TOKEN = `JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith("firebase:authUser:"))[1])
  .stsTokenManager.accessToken`;

async function askFor(requestType: string, idToken: string): Promise<void> {
  const answer = await fetch(`${app.origin}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requestType, idToken }),
  });
  assertEquals(answer.status, 200, await answer.text());
}

async function newestLink(to: string): Promise<string> {
  const email = (await emailsIn(app.context.db)).findLast((each) => each.to === to);
  return /http\S+/.exec(email?.text ?? "")?.[0] ?? "";
}
