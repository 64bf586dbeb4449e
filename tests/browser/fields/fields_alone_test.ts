/** Every element without the drop-in, the SDK's messages about outcomes, and the bearer token on every call. */
import type { Page } from "puppeteer";
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { cardFrame } from "../../support/frames.ts";
import { typeCard, waitForEvent } from "../../support/merchant/merchant_page.ts";
import {
  closeMerchantFixture,
  type MerchantFixture,
  openMerchantFixture,
} from "../../support/merchant/merchant_fixture.ts";
import { SharedPage } from "../../support/merchant/shared_page.ts";
import { PACKS } from "../../../sdk/locales/all.ts";
import { FAKE_WALLET_SCRIPTS, serveWallets } from "../../support/merchant/fake_wallets.ts";

const NEWS =
  `Object.fromEntries(["onSuccess", "onFailed", "onPending"].map((name) => [name, () => { seen.push([name]); }]))`;
const OUTCOMES = [
  { number: "4242424242424242", event: "onSuccess", says: "Payment successful", explains: [] },
  {
    number: "4000000000000002",
    event: "onFailed",
    says: "Authorization failed, please try again.",
    // The issuer's reason is below the sentence, which says what to do.
    explains: ["Your bank declined this payment. You haven't been charged."],
  },
  { number: "4000000000000077", event: "onPending", says: "Payment pending", explains: [] },
] as const;

describe("elements without a drop-in", () => {
  let fixture: MerchantFixture;
  before(async () => {
    fixture = await openMerchantFixture();
  });
  after(() => closeMerchantFixture(fixture ?? {}));

  const shared = new SharedPage();

  async function inShop(use: (page: Page, token: string) => Promise<void>) {
    await shared.visit(fixture.browser, async (page) => {
      await serveWallets(page, { without: "" });
      await page.goto(fixture.merchant.origin);
      const init = await fixture.merchant.init();
      await page.evaluate(
        `window.client = Payrails.init(${JSON.stringify(init)}, { scripts: ${JSON.stringify(FAKE_WALLET_SCRIPTS)} });`,
      );
      await use(page, String(JSON.parse(atob(init.data)).token));
    });
  }

  const SPEECH = [
    { locale: "de-AT", lang: "de-AT", dir: "ltr", title: "Kartendaten" },
    { locale: "ar", lang: "ar", dir: "rtl", title: undefined },
  ] as const;
  for (const { locale, lang, dir, title } of SPEECH) {
    it(`S-CONTAINER-04: a container uses the client's language (${locale}) and appearance, and follows the page's colours`, async () => {
      await inShop(async (page) => {
        const init = await fixture.merchant.init();
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
        await page.evaluate(`(async () => {
          document.documentElement.style.colorScheme = "light dark";
          window.client = Payrails.init(${JSON.stringify(init)}, {
            locale: "${locale}",
            appearance: { borderRadius: "3px", colorBorder: "#123456", controlHeight: "60px" },
          });
          const container = await client.collectContainer({ containerType: "COMPOSABLE", layout: [1] });
          window.container = container;
          const field = container.createCollectElement({ type: "CARD_NUMBER" });
          const host = document.body.appendChild(document.createElement("div"));
          const ready = new Promise((go) => field.on("READY", go));
          container.mount(host);
          window.reserved = host.querySelector("iframe").style.height;
          await ready;
        })()`);
        assertEquals(await page.evaluate("reserved"), "110px", "the height of its fields, before they load");
        const iframe = await page.$eval("iframe[src*='e=1']", (frame) => [frame.title, frame.style.colorScheme]);
        if (title !== undefined) assertEquals(iframe[0], title);
        assertEquals(iframe[1], "dark");
        const frame = page.frames().find((each) => each.url().includes("e=1"));
        const root = await frame?.evaluate(`(() => {
          const { lang } = document.documentElement;
          const dir = getComputedStyle(document.forms[0]).direction;
          return [lang, dir, getComputedStyle(document.documentElement).colorScheme, document.querySelector("input").labels[0]?.textContent ?? document.querySelector("input").ariaLabel];
        })()`);
        const [foundLang, foundDir, scheme, label] = asTexts(root);
        assertEquals([foundLang, foundDir, scheme], [lang, dir, "dark"]);
        assert(label !== "" && label !== "Card number", label ?? "");
        const looks = () =>
          frame?.evaluate(`(() => {
            const { borderRadius, borderTopColor } = getComputedStyle(document.querySelector("input"));
            return [borderRadius, borderTopColor, getComputedStyle(document.querySelector("label")).color].join("|");
          })()`);
        assertEquals(await looks(), "3px|rgb(18, 52, 86)|rgb(233, 239, 245)");
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
        await frame?.waitForSelector(":root[data-scheme=light]");
        assertEquals(await looks(), "3px|rgb(18, 52, 86)|rgb(16, 32, 46)");
        assertEquals(await page.$eval("iframe[src*='e=1']", (frame) => frame.style.colorScheme), "light");
        const words = () =>
          frame?.evaluate(`(() => {
            const { lang } = document.documentElement;
            const [input] = document.forms[0].elements;
            const { direction } = getComputedStyle(document.forms[0]);
            return [lang, direction, input.labels[0].textContent, input.ariaInvalid, document.forms[0].innerText].join("|");
          })()`);
        await page.evaluate("container.validate()");
        await frame?.waitForSelector("input[aria-invalid=true]");
        const { fields, form } = PACKS.es;
        await page.evaluate(`client.update({ locale: "es-MX" })`);
        await frame?.waitForSelector(":root[lang=es-MX]");
        const said = String(await words());
        const { label: name, errors } = fields.CARD_NUMBER;
        assert(said.startsWith(`es-MX|ltr|${name}|true|`) && said.includes(String(errors.empty)), said);
        await page.waitForSelector(`iframe[title="${form.title}"]`);
      });
    });
  }

  it("S-ELEM-01: card form, card button, PayPal, redirect, Apple Pay and Google Pay work without a drop-in", async () => {
    const elements = {
      cardForm: "iframe",
      paymentButton: "#payrails-card-payment-button",
      paypalButton: "[id^=payrails-paypal-button]",
      genericRedirectButton: "[id^=payrails-generic-redirect]",
      applePayButton: "[id^=payrails-apple-pay-button]",
      googlePayButton: "[id^=payrails-google-pay-button]",
    };
    await inShop(async (page) => {
      for (const [method, selector] of Object.entries(elements)) {
        await page.evaluate(`{
          const place = document.body.appendChild(Object.assign(document.createElement("div"), { id: "alone-${method}" }));
          client.${method}().mount(place);
        }`);
        await page.waitForSelector(`#alone-${method} ${selector}`);
      }
      assertEquals(await page.$("#payrails-dropin-component"), null);
    });
  });

  for (const { number, event, says, explains } of OUTCOMES) {
    it(`S-LABEL-04: of a payment that ends with ${event} the page shows "${says}" as the one outcome`, async () => {
      await inShop(async (page) => {
        await page.evaluate(`client.dropin({ events: ${NEWS} }).mount("#card"); undefined`);
        await page.waitForSelector(`[data-testid="dropin-item-label-card"]`);
        await page.click(`[data-testid="dropin-item-label-card"]`);
        await typeCard(await cardFrame(page), { number });
        const button = "#payrails-card-payment-button:not([disabled])";
        await page.waitForSelector(button);
        await page.evaluate(WATCH);
        await page.click(button);
        await waitForEvent(page, event);
        await page.waitForFunction(`said.has(${JSON.stringify(says)})`);
        const said = asTexts(await page.evaluate("[...said]"));
        assertEquals(said.filter((text) => text !== "Loading"), [says, ...explains]);
      });
    });
  }

  it("S-SEC-06: neither the session nor the client has roles", async () => {
    await inShop(async (page) => {
      const { data } = await fixture.merchant.init();
      const offered = await page.evaluate(
        "[...Object.getOwnPropertyNames(Object.getPrototypeOf(client)), ...Object.keys(Payrails)].join()",
      );
      const keys = [...keysOf(JSON.parse(atob(data))), ...String(offered).split(",")];
      assert(keys.length > 60, `only ${keys.length} names were found`);
      assertEquals(keys.filter((key) => /role|permission|admin|privilege/i.test(key)), []);
    });
  });

  it("S-SEC-07: every call carries the session's bearer token; without it, or with another session's, every call is refused", async () => {
    const { data } = await fixture.merchant.init();
    const config = JSON.parse(atob(data));
    const self = config.execution.links.self;
    const status = async (headers: Record<string, string>) => {
      const answer = await fetch(self, { headers });
      await answer.body?.cancel();
      return answer.status;
    };
    const other = JSON.parse(atob((await fixture.merchant.init()).data)).token;
    const [head, body] = config.token.split(".");
    assertEquals(await status({ authorization: `Bearer ${config.token}` }), 200);
    for (const token of ["", "nonsense", other, `${head}.${body}.AAAA`]) {
      const refused = await status(token === "" ? {} : { authorization: `Bearer ${token}` });
      assert([401, 403, 404].includes(refused), `${token.slice(0, 12)} was answered with ${refused}`);
    }
    await inShop(async (page, token) => {
      const tokens = new Set<string>();
      page.on("request", (request) => {
        const { authorization } = request.headers();
        if (authorization !== undefined) tokens.add(authorization);
      });
      await page.evaluate(
        `client.cardForm().mount("#card"); client.paymentButton({ events: ${NEWS} }).mount("#pay"); undefined`,
      );
      await typeCard(await cardFrame(page), { number: "4242424242424242" });
      const button = "#payrails-card-payment-button:not([disabled])";
      await page.waitForSelector(button);
      await page.click(button);
      await waitForEvent(page, "onSuccess");
      assertEquals([...tokens], [`Bearer ${token}`]);
    });
  });
});

/** Texts that appear in the page from now on. */
const WATCH = `{
  window.said = new Set();
  const texts = () => [...document.body.querySelectorAll("*:not(script):not(style)")]
    .filter((element) => element.childElementCount === 0).map((element) => element.textContent.trim()).filter((text) => text !== "");
  const known = new Set(texts());
  new MutationObserver(() => { for (const text of texts()) if (!known.has(text)) said.add(text); })
    .observe(document.body, { childList: true, subtree: true, characterData: true });
}`;

function keysOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

function asTexts(value: unknown): readonly string[] {
  return value as readonly string[];
}
