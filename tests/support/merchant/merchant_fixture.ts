/** What a browser test of the SDK stands on: the product, a merchant's shop of another site under a strict policy, and a browser. */
import type { Browser } from "puppeteer";
import { assertEquals } from "@std/assert";
import { type RunningApp, startApp } from "../app/app.ts";
import { launchBrowser } from "../browser.ts";
import { type MerchantPage, openStrictMerchantPage } from "./merchant_page.ts";

export interface MerchantFixture {
  readonly app: RunningApp;
  readonly shop: MerchantPage;
  readonly browser: Browser;
}

export async function openMerchantFixture(): Promise<MerchantFixture> {
  const app = await startApp();
  return { app, shop: await openStrictMerchantPage(app), browser: await launchBrowser() };
}

/** Closes what was opened; nothing, when opening failed. No page may have met its policy. */
export async function closeMerchantFixture(fixture: Partial<MerchantFixture>): Promise<void> {
  await fixture.browser?.close();
  await fixture.shop?.close();
  await fixture.app?.close();
  assertEquals(fixture.shop?.violations ?? [], []);
}
