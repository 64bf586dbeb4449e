/** Fixture of the SDK's browser tests: the product, a merchant's site under a strict policy, and a browser. */
import type { Browser } from "puppeteer";
import { assertEquals } from "@std/assert";
import { type RunningApp, startApp } from "../app/app.ts";
import { type BrowserOptions, launchBrowser } from "../browser.ts";
import { type MerchantPage, openStrictMerchantPage } from "./merchant_page.ts";

export interface MerchantFixture {
  readonly app: RunningApp;
  readonly merchant: MerchantPage;
  readonly browser: Browser;
}

export async function openMerchantFixture(options: BrowserOptions = {}): Promise<MerchantFixture> {
  const app = await startApp();
  return { app, merchant: await openStrictMerchantPage(app), browser: await launchBrowser(options) };
}

/** Closes what was opened; nothing when opening failed. Fails if a page violated its policy. */
export async function closeMerchantFixture(fixture: Partial<MerchantFixture>): Promise<void> {
  await fixture.browser?.close();
  await fixture.merchant?.close();
  await fixture.app?.close();
  assertEquals(fixture.merchant?.violations ?? [], []);
}
