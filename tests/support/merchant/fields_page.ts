/** Page object of a merchant's page with a container of the vault client: elements mounted, every event recorded. */
import type { Browser, Frame, Page } from "puppeteer";
import { assertEquals } from "@std/assert";
import { type RunningApp, startApp } from "../app/app.ts";
import { launchBrowser } from "../browser.ts";
import { cardFrame } from "../frames.ts";
import { enter, type MerchantPage, openStrictMerchantPage } from "./merchant_page.ts";
import { closeMerchantFixture } from "./merchant_fixture.ts";
import { inOwnPage, SharedPage } from "./shared_page.ts";

export const NUMBER = "4929183756021238";
export const CARD = ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"] as const;
export const CARD_ELEMENTS = CARD.map((type) => ({ type }));

export interface FieldOptions {
  readonly kind: "COLLECT" | "COMPOSABLE";
  /** Options of each element; `match` names another element that must have the same value. */
  readonly elements: readonly Readonly<Record<string, unknown>>[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly client?: Readonly<Record<string, unknown>>;
  /** Index of the element that is mounted inside a shadow root. */
  readonly shadow?: number;
  /** Result of getBearerToken instead of the session's token: JSON, or a script that starts with `() =>`. */
  readonly token?: string;
  /** Attributes of the root element, such as lang and dir. */
  readonly root?: Readonly<Record<string, string>>;
  /** Runs in every document before its own scripts. */
  readonly before?: string;
  /** False when the test does not wait for all fields. */
  readonly awaitReady?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number; readonly deviceScaleFactor?: number };
}

/** Runs in the merchant's page: a client, a container, mounted elements with recorded events. */
export const SETUP = `
window.seen = [];
window.open_ = async (appOrigin, config, session) => {
  const vault = await import(appOrigin + "/sdk/5/vault.mjs");
  const { style = "", ...root } = config.root ?? {};
  for (const [name, value] of Object.entries(root)) document.documentElement.setAttribute(name, value);
  document.documentElement.style.cssText = style;
  const client = vault.init({
    vaultID: session.vaultId,
    vaultURL: session.vaultUrl,
    getBearerToken: window.giveToken ?? (() => session.token),
    options: { logLevel: "WARN", saveInstrumentURL: session.links.saveInstrument.href, ...config.client },
  });
  const container = client.container(config.kind, config.options ?? {});
  const elements = {};
  for (const { match, ...options } of config.elements) {
    if (match) {
      options.validations = [{ type: "ELEMENT_VALUE_MATCH_RULE", params: { element: elements[match], error: "Not the same." } }];
    }
    const element = container.create(options);
    for (const name of Object.values(vault.EventName)) {
      element.on(name, (state) => seen.push([name, state.name, state.value, state.isValid, state.network]));
    }
    elements[element.name] = element;
  }
  Object.assign(window, { vault, client, container, elements, session });
  const place = document.getElementById("card");
  if (config.kind === "COMPOSABLE") container.mount("#card");
  else {
    for (const [index, element] of Object.values(elements).entries()) {
      const host = place.appendChild(document.createElement("div"));
      if (config.shadow === index) element.mount(host.attachShadow({ mode: "open" }).appendChild(document.createElement("div")));
      else element.mount(host);
    }
  }
};
`;

export class FieldsPage {
  readonly #shared = new SharedPage();

  private constructor(readonly app: RunningApp, readonly merchant: MerchantPage, readonly browser: Browser) {}

  static async open(launch: () => Promise<Browser> = launchBrowser): Promise<FieldsPage> {
    const app = await startApp();
    return new FieldsPage(app, await openStrictMerchantPage(app), await launch());
  }

  close(): Promise<void> {
    return closeMerchantFixture(this);
  }

  /** A new document with everything mounted and ready; an error in the page fails the test. */
  async inPage(fields: FieldOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const inPage = fields.before === undefined ? this.#shared.visit.bind(this.#shared) : inOwnPage;
    await inPage(this.browser, async (page) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      if (fields.viewport !== undefined) await page.setViewport(fields.viewport);
      if (fields.before !== undefined) await page.evaluateOnNewDocument(fields.before);
      await this.mount(page, fields);
      await use(page);
      assertEquals(errors, []);
    });
  }

  async mount(page: Page, fields: FieldOptions): Promise<void> {
    await page.goto(this.merchant.origin).catch((error) => {
      // Firefox aborts a navigation that begins while it still ends the one before; nothing has loaded then.
      if (!String(error).includes("NS_BINDING_ABORTED")) throw error;
      return page.goto(this.merchant.origin);
    });
    await page.evaluate(SETUP);
    if (fields.token !== undefined) await page.evaluate(`window.giveToken = ${fields.token}; undefined`);
    await this.openIn(page, fields);
    if (fields.awaitReady !== false) await untilReady(page, fields.elements.length);
  }

  /** In a merchant's page that is already loaded. */
  async openIn(place: Page | Frame, fields: FieldOptions): Promise<void> {
    const { vaultConfiguration } = JSON.parse(atob((await this.merchant.init({ holderReference: "holder-1" })).data));
    const args = [this.app.origin, fields, vaultConfiguration].map((value) => JSON.stringify(value));
    await place.evaluate(`open_(${args.join(", ")})`);
  }
}

export async function untilReady(page: Page | Frame, count: number): Promise<void> {
  await page.waitForFunction(`seen.filter(([name]) => name === "READY").length >= ${count}`);
}

export async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await (await cardFrame(page, selector)).type(selector, text);
}

export async function valueOf(page: Page, selector: string): Promise<string> {
  return String(await (await cardFrame(page, selector)).$eval(selector, (input) => Reflect.get(input, "value")));
}

/** As `enter` does, in whichever frames the fields are. */
export async function fillCard(page: Page): Promise<void> {
  for (
    const [type, text] of [
      ["CARD_NUMBER", NUMBER],
      ["EXPIRATION_MONTH", "12"],
      ["EXPIRATION_YEAR", "39"],
      ["CVV", "123"],
    ] as const
  ) {
    const selector = `.${type} input`;
    await enter(await cardFrame(page, selector), { [selector]: text });
  }
}

/** The value of an expression in the page, as JSON. */
export async function fromPage(page: Page | Frame, expression: string): Promise<Record<string, unknown>> {
  return parseRecord(String(await page.evaluate(`(async () => JSON.stringify(await (${expression})))()`)));
}

/** The recorded events, oldest first: name, element, value, isValid, network. */
export async function seenBy(page: Page): Promise<readonly (readonly [string, string, string, boolean])[]> {
  return asSeen(await page.evaluate("seen"));
}

function asSeen(value: unknown): readonly (readonly [string, string, string, boolean])[] {
  return value as readonly (readonly [string, string, string, boolean])[];
}

export function parseRecord(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}
