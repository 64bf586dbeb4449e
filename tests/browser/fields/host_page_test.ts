/** The page around the checkout: its defects break no payment, and the SDK does not change it. */
import type { Browser } from "puppeteer";
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import type { MerchantPage } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { atCheckout, INTEGRATIONS } from "../../support/merchant/checkout_page.ts";
import { sourcesWith } from "../../support/suite/sources.ts";
import { COUNT } from "../../support/merchant/field_cycles.ts";

const GOOD = "4242424242424242";
const CHALLENGED = "4000002500003155";
const DECLINED = "4000000000000002";
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Globals shared by all scripts of a page, and their values. */
const SHARED = `Object.entries({
    window, Object, Array, Promise, JSON, XMLHttpRequest, EventTarget, Node, Element, History, Storage, MessagePort,
  }).flatMap(([name, owner]) => [[name, owner], [name + ".prototype", owner.prototype]])
    .filter(([, owner]) => owner !== undefined)
    .flatMap(([name, owner]) => Reflect.ownKeys(owner).map((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      return [name + " " + String(key), typeof value === "function" ? value : get ?? set ?? typeof value];
    }))`;

/** What the SDK adds to `window`: its name, and what its bundles share. All else comes from the page and its test. */
const SDK_GLOBALS = /^window (Payrails|Symbol\(payrails:[\d.]+\))$/;
const PAGE_GLOBALS = /^window (button|checkout|client|dropin|form|payEvents|seen|sharedBefore|.*ariaQuerySelector.*)$/;

/**
 * In the page only, whose scripts cannot reach the frame: elements with names under which scripts look things up, and
 * ids like a checkout's.
 */
const CLOBBER = `if (window === top) addEventListener("DOMContentLoaded", () => {
  const add = (name, marks) => document.body.prepend(Object.assign(document.createElement(name), marks));
  for (const name of ["head", "currentScript", "forms", "cookie", "defaultView"]) add("img", { name, alt: "" });
  for (const id of ["payrails-frame", "payrails-popup", "Payrails", "payrails", "crypto", "fetch", "CVV", "cardNumber"]) {
    const form = document.createElement("form");
    form.id = id;
    for (const name of ["parentNode", "attributes", "id", "remove"]) {
      form.append(Object.assign(document.createElement("input"), { name, type: "hidden" }));
    }
    document.body.prepend(form);
  }
})`;

describe("the page around the checkout", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  for (const integration of INTEGRATIONS) {
    it(`S8: elements named like document properties and like our own do not break the ${integration}`, () =>
      atCheckout({ browser, merchant }, { integration, before: CLOBBER }, async (checkout) => {
        const { page } = checkout;
        assertEquals(await page.evaluate("document.currentScript instanceof HTMLImageElement"), true);
        const own = () => page.$$eval("form[id], img[name]", (elements) => elements.length);
        const count = await own();
        await checkout.fill(CHALLENGED);
        await checkout.pay();
        await checkout.choose("approve");
        assertEquals((await checkout.final()).name, "onSuccess");
        assertEquals([await own(), await page.$("dialog")], [count, null]);
      }));

    it(`S9: a payment in the ${integration} replaces and adds no shared globals and leaves no listener`, () =>
      atCheckout(
        { browser, merchant },
        { integration, before: `${COUNT}; window.sharedBefore = new Map(${SHARED})` },
        async (checkout) => {
          await checkout.fill(CHALLENGED);
          await checkout.pay();
          await checkout.choose("approve");
          assertEquals((await checkout.final()).name, "onSuccess");
          await checkout.page.evaluate("client.destroy()");
          const changed = await checkout.page.evaluate(
            `${SHARED}.filter(([name, what]) => sharedBefore.has(name) && sharedBefore.get(name) !== what).map(([name]) => name)`,
          );
          assertEquals(changed, []);
          const added = asNames(
            await checkout.page.evaluate(`${SHARED}.map(([name]) => name).filter((name) => !sharedBefore.has(name))`),
          );
          assertEquals(added.filter((name) => !SDK_GLOBALS.test(name) && !PAGE_GLOBALS.test(name)), []);
          const listeners = "[...open_things.listeners.values()].flatMap((types) => [...types])";
          assertEquals(await checkout.page.evaluate(listeners), []);
        },
      ));
  }

  it("S10: with a broken Math.random every call still has its own key", () =>
    atCheckout(
      { browser, merchant },
      { integration: "elements", before: "Math.random = () => 0.5" },
      async (checkout) => {
        await checkout.fill(GOOD);
        await checkout.page.evaluate("form.tokenize().then(() => form.tokenize()).then(() => undefined)");
        for (const [card, end] of [[DECLINED, "onFailed"], [GOOD, "onSuccess"]] as const) {
          await checkout.fill(card);
          await checkout.pay();
          assertEquals((await checkout.final()).name, end);
        }
        const keys = checkout.authorizes().map(({ headers }) => headers["x-idempotency-key"] ?? "");
        assertEquals(keys.length, 2);
        assertNotEquals(keys[0], keys[1]);
        const all = checkout.sent.map(({ headers }) => headers["x-idempotency-key"] ?? "");
        for (const key of all) assertMatch(key, UUID_4);
        assert(checkout.sent.filter(({ method }) => method === "POST").length >= 4, "two stored cards, two payments");
        assertEquals(new Set(all).size, all.length);
      },
    ));

  it("S10: no code of the SDK and its frame asks Math.random", async () => {
    const found = await sourcesWith(/Math\.random/, ["sdk", "iframe"]);
    // What the SDK gives merchants for their tests runs without a browser.
    assertEquals(found.filter((path) => !path.startsWith("sdk/testing/")), []);
  });
});

function asNames(value: unknown): readonly string[] {
  return value as readonly string[];
}
