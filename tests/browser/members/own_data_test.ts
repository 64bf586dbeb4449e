/** What a member keeps in the profile: a file with everything, the own number, alerts (W-SCREEN-04). */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { strFromU8, unzipSync } from "fflate";
import { appFixture } from "../../support/app/app_fixture.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { accountOf, comeBack, memberOf } from "../../support/app/returning.ts";
import { STORAGE_KEYS } from "../../../client/lib/storage/storage_keys.ts";
import { registryResultSchema } from "../../../server/wire/members/registry.ts";
import { eventually } from "../../support/eventually.ts";
import { createShopper, signInByGoogle } from "../../support/app/shopper.ts";

const EMAIL = "ada@example.com";

interface Kept {
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  readonly databases: unknown;
  readonly caches: unknown;
}
/** Both areas of storage, every row of every database, the addresses in every cache. */
const EVERYTHING_KEPT = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const databases = {};
  for (const { name } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      databases[name + "/" + store] = await done(db.transaction(store).objectStore(store).getAll());
    }
    db.close();
  }
  const cached = {};
  for (const name of await caches.keys()) {
    cached[name] = (await (await caches.open(name)).keys()).map(({ url }) => url);
  }
  return { local: { ...localStorage }, session: { ...sessionStorage }, databases, caches: cached };
})()`;
function asKept(value: unknown): Kept {
  return value as Kept;
}

describe("a member's own data", () => {
  const fixture = appFixture();

  it("keeps the form, its focus and the report that was bought while the next check fails", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin } } = fixture;
      const member = await memberOf(createVisitor(fixture.app.context), "next@example.com");
      const made = await member.visitor.post("/services/report", {
        ...{ user_id: member.uid, subscription_id: member.subscriptionId, phone_number: "+16502530000" },
        ...{ name: "", email: "next@example.com" },
      }, { "x-id-token": member.idToken });
      await comeBack(page, member, { origin, path: `webapp?report=${made.body.id}` });
      await shopper.see("report");
      await page.evaluate("window.field = document.querySelector('[data-testid=lookup-number]')");
      await shopper.type("lookup-number", "+44 20 7946 0000");
      await page.setRequestInterception(true);
      page.on(
        "request",
        (request) =>
          void (new URL(request.url()).pathname === "/services/report" ? request.abort() : request.continue()),
      );
      await page.focus("[data-testid=lookup-ask]");
      await page.keyboard.press("Enter");
      await shopper.readUntil("Your number is still here");
      assertEquals(
        await page.evaluate(`[
          window.field === document.querySelector("[data-testid=lookup-number]"),
          document.activeElement?.dataset.testid,
          document.querySelector("[data-testid=report]") !== null,
        ]`),
        [true, "lookup-ask", true],
      );
    }));

  it("is saved as one ZIP, by one press", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin } } = fixture;
      const visitor = createVisitor(fixture.app.context);
      const { local } = await accountOf(visitor, EMAIL);
      const folder = await Deno.makeTempDir({ prefix: "trustcheck-saved-" });
      try {
        const session = await page.createCDPSession();
        const browserContextId = page.browserContext().id ?? "";
        await session.send("Browser.setDownloadBehavior", {
          behavior: "allow",
          downloadPath: folder,
          browserContextId,
        });
        await comeBack(page, { visitor, kept: { local, session: {} } }, { origin, path: "webapp/profile" });
        await shopper.tap("export");
        const saved = await eventually(() => Deno.readFile(`${folder}/TrustCheck my data.zip`).catch(() => undefined));
        const profile = unzipSync(saved)["profile.json"];
        assertEquals(JSON.parse(strFromU8(profile ?? new Uint8Array())).email, EMAIL);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    }));

  it("W-STORE-01: a registry check keeps the searched name and the number of entries in its tab but no entry anywhere, and every key is on the list; what is kept is shown at the next visit", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin } } = fixture;
      const visitor = createVisitor(fixture.app.context);
      const member = await memberOf(visitor, "searching@example.com", ["tck_sex_offender_otp"]);
      await comeBack(page, member, { origin, path: "webapp/sex-offenders-report" });
      await shopper.fill("registry-name", "Fairweatherby");
      await shopper.tap("registry-terms");
      const answered = page.waitForResponse((answer) =>
        answer.request().method() === "POST" && answer.url().endsWith("/services/report/registry")
      );
      await shopper.tap("registry-search");
      const { hits } = registryResultSchema.parse(await (await answered).json());
      assert(hits.length > 0, "the sample has people of this name");
      await shopper.readUntil(hits[0]?.name ?? "");
      const kept = asKept(await page.evaluate(EVERYTHING_KEPT));
      assertEquals([kept.session.offenderSearchName, kept.session.sexOffenders], [
        '"Fairweatherby"',
        String(hits.length),
      ]);
      const { offenderSearchName: _, ...others } = kept.session;
      const elsewhere = JSON.stringify([kept.local, others, kept.databases, kept.caches]);
      assert(!elsewhere.includes("Fairweatherby"), elsewhere);
      for (const { id, name, aliases, place } of hits) {
        for (const word of [id, name, ...aliases, place]) assert(!JSON.stringify(kept).includes(word), word);
      }
      const known: readonly string[] = Object.values(STORAGE_KEYS);
      const keys = [...Object.keys(kept.local), ...Object.keys(kept.session)];
      // The identity library keeps the account under a key of its own.
      assertEquals(keys.filter((key) => !known.includes(key) && !key.startsWith("firebase:authUser:")), []);

      await page.reload();
      await shopper.readUntil(`Last search in this tab: Fairweatherby. Entries found: ${hits.length}.`);
      await page.evaluate(`localStorage.setItem("validationsCount", "7")`);
      await page.evaluate(`localStorage.setItem("validationsCheckTimestamp", String(Date.now()))`);
      await page.goto(`${origin}/trustcheck/webapp`);
      await shopper.readUntil(/Checks left today\s+7\b/);
      await page.evaluate(`localStorage.setItem("validationsCheckTimestamp", String(Date.UTC(2026, 0, 31)))`);
      await page.reload();
      await shopper.readUntil(/Checks left\s*on Jan\w*\s31,\s2026\s+7\b/);
    }));

  it("on a phone, no tab covers what the keyboard reaches, or the end of the page", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin, base } } = fixture;
      await page.setViewport({ width: 390, height: 640 });
      await page.goto(`${origin}${base}/sign-in`);
      await signInByGoogle(shopper, "tabs@example.com");
      await shopper.see("lookup-number");
      await page.goto(`${origin}${base}/webapp/profile`);
      await shopper.see("passkey-add");
      const reached: string[] = [];
      for (let tab = 0; tab < 40; tab++) {
        await page.keyboard.press("Tab");
        reached.push(String(
          await page.evaluate(`(() => {
            const focused = document.activeElement;
            if (focused === document.body || focused.closest(".members__nav")) return "tab";
            const { left, right, bottom } = focused.getBoundingClientRect();
            const over = document.elementFromPoint((left + right) / 2, bottom - 2)?.closest(".members__nav");
            return (over ? "covered: " : "seen: ") + (focused.textContent || focused.id || focused.name);
          })()`),
        ));
      }
      assertEquals(reached.filter((each) => each.startsWith("covered")), []);
      assert(reached.filter((each) => each.startsWith("seen")).length > 8, reached.join("\n"));
      const [end, tabs] = JSON.parse(String(
        await page.evaluate(`(() => {
          scrollTo(0, document.body.scrollHeight);
          const bottom = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
          const last = [...document.querySelectorAll(".site-footer a, .site-footer p")].at(-1);
          return JSON.stringify([last.getBoundingClientRect().bottom, bottom(".members__nav", "top")]);
        })()`),
      ));
      assert(end <= tabs, `${end} is below ${tabs}`);
    }));

  it("the own number is saved and forgotten, and a wrong one is refused in place", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin, context } } = fixture;
      const visitor = createVisitor(context);
      const { local } = await accountOf(visitor, "own@example.com");
      await comeBack(page, { visitor, kept: { local, session: {} } }, { origin, path: "webapp/profile" });
      const stored = () =>
        context.db.selectFrom("members_profiles").select("own_number").where("email", "=", "own@example.com")
          .executeTakeFirst();
      await shopper.tap("own-number-edit");
      await shopper.fill("own-number", "+16502530000");
      await shopper.tap("own-number-save");
      await shopper.readUntil("Your number has been saved.");
      assertEquals((await stored())?.own_number, "+16502530000");
      // The page comes back before a new profile does.
      await page.evaluate(`{
        const { fetch } = globalThis;
        globalThis.fetch = (url, ...rest) =>
          String(url).includes("/services/profile?") ? new Promise(() => {}) : fetch(url, ...rest);
      }`);
      await page.click(".members__nav a[href$='view=alerts']");
      await shopper.see("alert-number");
      await page.click(".members__nav a[href$='/profile']");
      await shopper.readUntil(/\+1\s?650\s?253\s?0000/);
      await shopper.tap("own-number-edit");
      assertEquals(await (await shopper.see("own-number")).evaluate((field) => Object(field).value), "+16502530000");
      await shopper.fill("own-number", "no number");
      await shopper.tap("own-number-save");
      const refused = await shopper.readUntil(/couldn't find a phone number/);
      assertEquals(refused.includes("Your number has been saved."), false, "the older success is gone");
      assertEquals((await stored())?.own_number, "+16502530000");
      const field = await shopper.see("own-number");
      await field.click({ count: 3 });
      await field.press("Backspace");
      await shopper.tap("own-number-save");
      const forgotten = await shopper.readUntil("Your number has been removed.");
      assertEquals(/couldn't find a phone number/.test(forgotten), false, "the older error is gone");
      assertEquals((await stored())?.own_number ?? "", "");
    }));

  it("the number that was paid for waits in the field of a new member, but not in one that is already in use", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin, context } } = fixture;
      const member = await memberOf(createVisitor(context), "waiting@example.com");
      const written = async () => await (await shopper.see("lookup-number")).evaluate((field) => Object(field).value);
      await page.evaluateOnNewDocument(`{
        const { fetch } = globalThis;
        const released = new Promise((resolve) => globalThis.release = resolve);
        globalThis.fetch = async (...call) => {
          const answer = await fetch(...call);
          if (answer.url.includes("/services/profile?")) await released;
          return answer;
        };
      }`);
      await comeBack(page, member, { origin, path: "webapp" });
      await shopper.tap("lookup-number");
      await page.evaluate("release()");
      await shopper.readUntil("Every number you check is saved here");
      assertEquals(await written(), "");

      await page.reload();
      await shopper.see("lookup-number");
      await page.evaluate("release()");
      await eventually(async () => /650\s253\s0000/.test(await written()));
    }));

  it("where the caller said to be counts toward the score; with the report the fields are empty, unless the next number is in them", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin, context } } = fixture;
      const member = await memberOf(createVisitor(context), "claimed@example.com");
      await comeBack(page, member, { origin, path: "webapp" });
      await page.evaluate(`{
        const { fetch } = globalThis;
        globalThis.held = Promise.resolve();
        globalThis.fetch = async (...call) => {
          const answer = await fetch(...call);
          if (answer.url.endsWith("/services/report")) await globalThis.held;
          return answer;
        };
      }`);
      const values = () =>
        page.evaluate(
          "['lookup-number', 'lookup-claimed'].map((id) => document.querySelector(`[data-testid=${id}]`).value)",
        );
      const open = () => page.$eval("details:has([data-testid=lookup-claimed])", (more) => Object(more).open = true);
      const name = async (country: string) => {
        await open();
        await page.select('[data-testid="lookup-claimed"]', country);
      };
      await shopper.fill("lookup-number", "+1 650 253 0000");
      await shopper.tap("lookup-more");
      await shopper.see("lookup-claimed");
      await name("GB");
      await shopper.tap("lookup-ask");
      await shopper.see("report");
      const text = await shopper.read();
      assertMatch(text, /Claimed country\s+United Kingdom/);
      assertMatch(text, /Not the country the caller named/);
      assertEquals(await values(), ["", ""]);

      await shopper.fill("lookup-number", "+1 650 253 0000");
      await shopper.tap("lookup-ask");
      await eventually(async () => String(await values()) === ",");

      await page.evaluate("void (globalThis.held = new Promise((resolve) => globalThis.release = resolve))");
      await shopper.fill("lookup-number", "+1 650 253 0001");
      await shopper.tap("lookup-ask");
      await shopper.fill("lookup-number", "+1 650 253 0002");
      await name("FR");
      await page.evaluate("release()");
      await shopper.readUntil(/253.0001/);
      assertEquals(String(await values()).replace(/\s/gu, " "), "+1 650 253 0002,FR");
    }));

  it("alerts start and end on a report, and turn off and on again in their list", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin, base, context } } = fixture;
      const member = await memberOf(createVisitor(context), "alerts@example.com");
      await comeBack(page, member, { origin, path: "webapp" });
      await shopper.fill("lookup-number", "+1 650 253 0000");
      await shopper.tap("lookup-ask");
      await shopper.see("report");
      const watched = async () =>
        (await context.db.selectFrom("members_watches").select("e164").execute()).map(({ e164 }) => e164);

      await page.goto(`${origin}${base}/webapp?view=history`);
      await shopper.readUntil(/650\s253\s0000/);
      await page.locator(`[data-testid="history"] li a`).click();
      await shopper.tap("watch-toggle");
      await shopper.readUntil("We'll email alerts@example.com, at most once a day.");
      const [number] = await watched();
      const turned = (testId: string, isOn: boolean) =>
        page.waitForSelector(`[data-testid="${testId}"][aria-checked="${isOn}"]`);
      await shopper.tap("watch-toggle");
      await turned("watch-toggle", false);
      assertEquals(await watched(), []);
      await shopper.tap("watch-toggle");
      await turned("watch-toggle", true);
      assertEquals(await watched(), [number]);

      await page.goto(`${origin}${base}/webapp?view=alerts`);
      await shopper.tap("alert-switch");
      await shopper.readUntil(/Alerts for \+?[\d\s]+ are off\./);
      assertEquals(await watched(), []);
      await shopper.tap("alert-switch");
      await turned("alert-switch", true);
      assertEquals(await watched(), [number]);
      await shopper.tap("alert-switch");
      await turned("alert-switch", false);
      await page.reload();
      await shopper.readUntil(/No alerts yet/);

      await shopper.fill("alert-number", "+44 20 7946 0018");
      await shopper.tap("alert-add");
      await turned("alert-switch", true);
      assertEquals(await watched(), ["+442079460018"]);
      // No report on it yet: the row leads to its check.
      await page.locator(`[data-testid="alert"] a`).click();
      const field = await shopper.see("lookup-number");
      assertEquals(await field.evaluate((input) => (input as HTMLInputElement).value), "+442079460018");
      // The next number is typed into an empty field, most likely for the same country.
      await shopper.tap("lookup-ask");
      await shopper.see("report");
      assertEquals(
        await page.$eval(
          ".lookup",
          (form) => [form.querySelector("input")?.value, form.querySelector("select")?.value],
        ),
        ["", "GB"],
      );
    }));
});
