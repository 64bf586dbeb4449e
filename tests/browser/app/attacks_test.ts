/**
 * Attacks on the web app: hostile texts from services, addresses, storage, scripts, windows and rapid clicks (SECURITY
 * B2 to B11).
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { STORAGE_KEYS } from "../../../client/lib/storage/storage_keys.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../../support/app/funnel.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { holdCookies } from "../../support/app/returning.ts";
import { createShopper, openedWindow } from "../../support/app/shopper.ts";
import { sourcesWith } from "../../support/suite/sources.ts";

const MARKUP = `<img src=x onerror="window.pwned=1"><svg onload="window.pwned=1">`;
/** Fields that programs read; all other texts of an answer are for people. */
const CODES =
  "/^(type|step|band|level|status|state|rule|id|.*_id|.*_ids|.*_at|at|.*_end|every|lineType|countryCode|e164|kind|length)$/";
/** Replaces every text for people in our services' answers with the attacker's markup. */
const HOSTILE_SERVICES = `if (self === top) {
  const own = window.fetch;
  const codes = ${CODES};
  const hostile = (value, key = "") => typeof value === "string"
    ? (codes.test(key) || key === "" && /^[a-z_-]*$/.test(value) ? value : value + ${JSON.stringify(MARKUP)})
    : Array.isArray(value) ? value.map((item) => hostile(item, key))
    : value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hostile(item, name)])) : value;
  window.fetch = async (url, init) => {
    const answer = await own(url, init);
    if (!/\\/services\\/(report|profile|subscriptions\\/subscriptions)|\\/api\\/cancel/.test(String(url))) return answer;
    const lines = (await answer.text()).split("\\n").filter((line) => line !== "");
    const text = lines.map((line) => JSON.stringify(hostile(JSON.parse(line)))).join("\\n");
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
}`;

/** Characters for each key: an area of Chromium's storage holds 5 MiB of them. */
const FITS = Math.floor(5_200_000 / Object.keys(STORAGE_KEYS).length);

describe("an attacker of the web app", () => {
  const fixture = appFixture();
  const address = (path: string) => `${fixture.app.origin}/trustcheck/${path}`;

  /** A page with a purchase in its tab, and the requests its cookies allow. */
  const paid = (live: (page: Page, subscriptionId: string) => Promise<void>) =>
    fixture.visit(async (page) => {
      const buyer = createVisitor(fixture.app.context);
      const email = `${crypto.randomUUID()}@mail.example`;
      const { body } = await buyer.buy("tck_weekly_3dtrial", email);
      await holdCookies(page.browserContext(), buyer);
      const session = { email, subscriptionId: body.subscription_id, url: "/services/subscriptions" };
      await enter(page, { origin: fixture.app.origin, path: "terms", kept: { local: READY_TO_PAY.local, session } });
      await live(page, body.subscription_id);
    });

  const markupOn = (page: Page) =>
    page.evaluate("[window.pwned ?? null, document.querySelectorAll('img[src=x], svg[onload]').length]");

  it("B2: markup in every text of a check, a report and a refusal is shown as text", () =>
    paid(async (page, id) => {
      const shopper = createShopper(page);
      await page.evaluateOnNewDocument(HOSTILE_SERVICES);
      const visits: readonly (readonly [path: string, act?: () => Promise<void>])[] = [
        ["scanning"],
        [`access-product?vSubscriptionId=${id}`],
        ["", async () => {
          await shopper.type("phone", "+1 650 2");
          await shopper.tap("check-it");
        }],
        ["", async () => {
          await shopper.type("phone", "+44 909 879 0123");
          await shopper.tap("check-it");
        }],
      ];
      let read = 0;
      for (const [path, act] of visits) {
        await page.goto(address(path));
        await act?.();
        await shopper.readUntil(`<img src=x onerror="window.pwned=1">`);
        read += (await shopper.read()).split("<svg onload").length - 1;
        assertEquals(await markupOn(page), [null, 0], path);
      }
      assert(read > visits.length, `${read} hostile texts were read`);
    }));

  it("B2: no source of the web app, its SDK and its frame writes markup", async () => {
    const writers =
      /dangerouslySetInnerHTML|(inner|outer)HTML["'\]]*\s*[+?|&]*=[^=]|["'](inner|outer)HTML["']|\bsrcdoc\b|insertAdjacentHTML|setHTML|document\.write|createContextualFragment|DOMParser/i;
    const found = await sourcesWith(writers, ["client", "sdk", "iframe"]);
    // The stand-in frame for merchants' own tests.
    assertEquals(found.filter((path) => !path.startsWith("sdk/testing/")), []);
  });

  it("B3: no address of the app redirects to another site", () =>
    fixture.visit(async (page) => {
      const { origin } = fixture.app;
      const paths = [
        "//evil.test",
        "/trustcheck//evil.test",
        "/trustcheck/%5Cevil.test",
        "/trustcheck/%2F%2Fevil.test",
        "/trustcheck?next=//evil.test",
        "/trustcheck/?startFrom=javascript:alert(1)",
        "/trustcheck/sign-in?next=https://evil.test&redirectUrl=//evil.test&continueUrl=https://evil.test",
        "/trustcheck/webapp?next=https://evil.test",
      ];
      for (const path of paths) {
        const answer = await fetch(origin + path, { redirect: "manual" });
        await answer.body?.cancel();
        const leads = answer.headers.get("location");
        if (leads !== null) assertEquals(new URL(leads, origin).origin, origin, path);
        await page.goto(origin + path);
        await page.waitForFunction("document.body.innerText !== ''");
        assertEquals(new URL(page.url()).origin, origin, path);
      }
    }));

  for (
    const [what, value] of [
      ["a prototype", '{"__proto__":{"x":1}}'],
      ["half a JSON", '{"a":'],
      ["an array", "[[[[1]]]]"],
      ["a text as long as all that fits", JSON.stringify("x".repeat(FITS))],
    ] as const
  ) {
    it(`B5: storage with ${what} under every key reads as empty`, () =>
      fixture.visit(async (page) => {
        const wrong: string[] = [];
        page.on("pageerror", (error) => wrong.push(String(error)));
        await page.goto(`${fixture.app.origin}/healthz`);
        await page.evaluate(`for (const key of ${JSON.stringify(Object.values(STORAGE_KEYS))}) {
          localStorage.setItem(key, ${JSON.stringify(value)});
          sessionStorage.setItem(key, ${JSON.stringify(value)});
        }`);
        for (
          const [path, says] of [
            ["", "trust this number"],
            ["?step=payment", "TrustCheck"],
            ["offers", "No purchase found"],
            ["webapp", "Sign in"],
          ]
        ) {
          await page.goto(address(path ?? ""));
          await createShopper(page).readUntil(says ?? "");
          // The members area sends a visitor to sign-in.
          await page.waitForSelector("main");
          assertEquals(await page.evaluate("({}).x ?? null"), null, path);
          const shown =
            "[...document.querySelectorAll('input')].map(({ value }) => value).join() + document.body.innerText";
          assertEquals(/x{20}|1{4}/.test(String(await page.evaluate(shown))), false, path);
        }
        assertEquals(wrong, []);
      }));
  }

  it("B6: the key of a purchase is removed from the address at once, is in no later address or referrer, and sign-out leaves nothing about the member", () =>
    paid(async (page, id) => {
      const shopper = createShopper(page);
      const reported: string[] = [];
      let isForgotten = false;
      page.on("request", (request) => {
        const { referer = "" } = request.headers();
        const isForeign = !request.url().startsWith(fixture.app.origin);
        if (isForeign && request.url().includes(id) || (isForeign || isForgotten) && referer.includes(id)) {
          reported.push(`${request.url()} from ${referer}`);
        }
      });
      await page.goto(address(`access-product?vSubscriptionId=${id}`));
      await shopper.see("report");
      assertEquals(await page.evaluate("[location.search, history.length > 0 && document.URL.includes('vSub')]"), [
        "",
        false,
      ]);
      isForgotten = true;
      await page.click('footer a[href="/trustcheck/privacy"]');
      await shopper.readUntil("What we collect");
      await page.goBack();
      assertEquals([page.url().includes(id), reported], [false, []]);

      await shopper.see("report");
      const chooser = await openedWindow(fixture.browser, () => shopper.tap("sign-in-google"));
      await chooser.waitForSelector("#other");
      const { email } = Object(await page.evaluate("({ email: JSON.parse(sessionStorage.email) })"));
      await chooser.type("#other [name=email]", email);
      await Promise.all([
        new Promise((resolve) => chooser.once("close", resolve)),
        chooser.click("#other button[type=submit], #other button"),
      ]);
      await shopper.see("lookup-number");
      const answered = { about: "+16502530000", startDate: "2027-01-01", quizAnswers: { 3: "yes" } };
      await page.evaluate(`localStorage.quizAnswers = ${JSON.stringify(JSON.stringify(answered))}`);
      await page.goto(address("webapp/profile"));
      // The server's answer empties the storage too. When it is lost, the page alone has to.
      await page.evaluate(`{
        const { fetch } = globalThis;
        globalThis.fetch = (request, init) =>
          /sign-?out/.test(request.url ?? request) ? Promise.reject(new TypeError("lost")) : fetch(request, init);
      }`);
      await shopper.tap("sign-out");
      await shopper.readUntil("Can you trust this number?");
      const kept = String(await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"));
      for (const secret of [id, email, READY_TO_PAY.local["quizEmail"], "16502530000", "650 253"]) {
        assert(!kept.includes(String(secret)), `${secret} stays in ${kept}`);
      }
      const keys = ["quizAnswers", "checkout", "user", "vSubscriptionId", "subscriptionId"];
      for (const key of [...keys, "validatorData", "tabNumber"]) {
        assert(!kept.includes(`"${key}"`), `${key} stays in ${kept}`);
      }
    }));

  it("B8: on the payment step only our own built scripts run; a foreign one and an inline one are blocked and reported", () =>
    fixture.visit(async (page) => {
      const session = await page.createCDPSession();
      const ran: string[] = [];
      session.on("Debugger.scriptParsed", ({ url, executionContextAuxData }) => {
        const { isDefault = false } = Object(executionContextAuxData);
        if (isDefault && /^https?:/.test(url)) ran.push(url);
      });
      await session.send("Debugger.enable");
      const reports: string[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/csp-report")) reports.push(request.postData() ?? "");
      });
      const evil = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen() {} },
        () => new Response("window.pwned = 1", { headers: { "content-type": "text/javascript" } }),
      );
      try {
        await enter(page, { origin: fixture.app.origin, path: "?step=payment" });
        await page.waitForFrame((frame) => frame.url().includes("/card/5/"));
        const { app, cardFrame } = fixture.app.context.assets.manifest;
        const inventory = new Set([
          ...Object.keys(app).map((path) => fixture.app.origin + path),
          ...Object.keys(cardFrame).map((path) => fixture.app.frameOrigin + path),
        ]);
        assert(ran.length > 3, "no script was seen");
        const strange = ran.filter((url) => !inventory.has(url) && !url.startsWith(address("?")));
        assertEquals(strange, []);
        await page.evaluate(`window.stopped = [];
          addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => stopped.push(violatedDirective + " " + blockedURI));
          document.head.append(Object.assign(document.createElement("script"), { src: "http://127.0.0.1:${evil.addr.port}/skim.js" }));
          document.head.append(Object.assign(document.createElement("script"), { textContent: "window.pwned = 2" }));`);
        await page.waitForFunction("stopped.length === 2");
        assertEquals(await page.evaluate("window.pwned ?? null"), null);
        assertMatch(
          String(await page.evaluate("stopped.join()")),
          /script-src-elem http:\/\/127\.0\.0\.1.*script-src-elem inline/,
        );
        const answer = await page.evaluate(`fetch("${fixture.app.origin}/trustcheck/").then(({ headers }) =>
          [headers.get("content-security-policy"), headers.get("reporting-endpoints")])`);
        assertMatch(String(answer), /report-to csp.*csp="\/csp-report"/);
      } finally {
        await evil.shutdown();
      }
    }));

  it("B10: a page that opens ours cannot control it, ours cannot control its opener, and links to new windows pass no opener", () =>
    fixture.visit(async (page) => {
      const evil = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen() {} },
        () => new Response("<p>evil", { headers: { "content-type": "text/html" } }),
      );
      try {
        await page.goto(`http://127.0.0.1:${evil.addr.port}/`);
        const openedBy = async (path: string) => {
          const opened = fixture.browser.waitForTarget((target) => target.url() === address(path));
          await page.evaluate(`window.taken = window.open("${address(path)}")`);
          const ours = await (await opened).page();
          assert(ours);
          await ours.waitForSelector("main h1");
          assertEquals(await ours.evaluate("window.opener"), null, path);
          assertEquals(await page.evaluate("window.taken.closed"), true, path);
          return ours;
        };
        // With the app's script and without it, and an address that does not exist.
        for (const path of ["open-in-browser", "unsubscribe-with-email", "nowhere"]) {
          await (await openedBy(path)).close();
        }
        const ours = await openedBy("terms");
        for (const path of ["", "terms", "privacy", "subscription", "unsubscription", "sign-in"]) {
          await ours.goto(address(path));
          await ours.waitForSelector("main h1");
          const unsafe =
            "[...document.querySelectorAll('[target=_blank]')].filter(({ rel }) => !/noopener/.test(rel)).length";
          assertEquals(await ours.evaluate(unsafe), 0, path);
        }
        await ours.close();
      } finally {
        await evil.shutdown();
      }
    }));

  it("B10: every link to a new window, on whatever screen, passes no opener", async () => {
    const found = await sourcesWith(/_blank"(?!,? rel(="|: ")noopener")/, ["client", "server"]);
    assertEquals(found, []);
  });

  it("B11: ten presses of Pay in 50 ms make one authorization, one create call and one charge; ten of an offer make one more charge, also on a slow network", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const calls: string[] = [];
      page.on("request", (request) => {
        const name = new URL(request.url()).pathname.replace(/.*\//, "");
        if (/^(authorize|create-no-user)$/.test(name) && request.method() === "POST") calls.push(name);
      });
      const tenTimes = (selector: string, everyMs = 5) =>
        page.evaluate(`{
          const press = () => document.querySelector(${JSON.stringify(selector)})?.click();
          for (let n = 0; n < 10; n++) setTimeout(press, n * ${everyMs});
        }`);
      await enter(page, { origin: fixture.app.origin, path: "?step=payment" });
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      await page.waitForSelector("#payrails-card-payment-button:not([disabled])", { visible: true });
      await tenTimes("#payrails-card-payment-button");
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals(calls, ["authorize", "create-no-user"]);
      const { db } = fixture.app.context;
      const id = JSON.parse(String(await page.evaluate("sessionStorage.subscriptionId")));
      const charges = async () =>
        (await db.selectFrom("subs_charges").select("plan_id").where("subscription_id", "=", id).execute()).length;
      assertEquals(await charges(), 1);
      calls.length = 0;
      await tenTimes('[data-testid="add-tck_guide_otp"]');
      await shopper.see("bought-tck_guide_otp");
      assertEquals([calls, await charges()], [["create-no-user"], 2]);

      // On a slow network, over a longer time than the least between two presses.
      await page.evaluate(`{
        const { fetch } = globalThis;
        globalThis.fetch = async (...call) => {
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          return await fetch(...call);
        };
      }`);
      calls.length = 0;
      const [next = ""] = await page.$$eval(
        "[data-testid^=add-]",
        (buttons) => buttons.map((button) => button.getAttribute("data-testid") ?? ""),
      );
      await tenTimes(`[data-testid="${next}"]`, 300);
      await shopper.see(next.replace("add-", "bought-"));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      assertEquals([calls, await charges()], [["create-no-user"], 3]);
    }));
});
