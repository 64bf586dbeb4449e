/** Checkouts that follow each other in one page: a page for each would compile and lay out the same shop again. */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assertEquals } from "@std/assert";
import type { MerchantPage } from "../merchant/merchant_page.ts";
import {
  type CheckoutPage,
  type CheckoutPageOptions,
  type NetworkFault,
  type SentRequest,
  SharedCheckoutPage,
} from "../merchant/checkout_page.ts";

/** What each visit has of its own; `before` and `speedUp` belong to the page. */
export type VisitOptions = Omit<CheckoutPageOptions, "before" | "speedUp">;

type Shop = { readonly browser: Browser; readonly merchant: MerchantPage };

export interface CheckoutVisits {
  /** Requires that no error was logged. After a failure the next visit has a new page. */
  visit(options: VisitOptions, use: (checkout: CheckoutPage) => Promise<void>): Promise<void>;
}

/**
 * Every visit has its own client and session. With `canFail` each may lose or refuse requests, which turns off the
 * page's cache.
 */
export function checkoutVisits(
  shop: () => Shop,
  { canFail = false, before = "" }: { readonly canFail?: boolean; readonly before?: string } = {},
): CheckoutVisits {
  let fault: ((request: HTTPRequest) => NetworkFault | undefined) | undefined;
  let shared: SharedCheckoutPage | undefined;
  let page: Page | undefined;
  /** Calls of all visits. */
  let sent: readonly SentRequest[] = [];

  return {
    async visit(given, use) {
      const { expected } = given;
      try {
        // A page that was left, or loaded again, has no client.
        if (page?.url().startsWith(shop().merchant.origin) === false) await page.goto(shop().merchant.origin);
        await page?.evaluate("void (window.client ??= { destroy() {} })");
        fault = given.fault;
        const known = sent.length;
        shared ??= new SharedCheckoutPage({
          ...given,
          before,
          ...(canFail ? { fault: (request) => fault?.(request) } : {}),
        });
        const checkout = await shared.next(shop(), given);
        ({ page, sent } = checkout);
        await use({
          ...checkout,
          get sent() {
            return sent.slice(known);
          },
        });
        assertEquals(shared.takeErrors().filter((text) => expected?.test(text) !== true), []);
      } catch (error) {
        await page?.close();
        page = shared = undefined;
        sent = [];
        throw error;
      } finally {
        fault = undefined;
      }
    },
  };
}
