/** What a browser test of the SDK stands on: the product, a merchant's shop of another site under a strict policy, and a browser. */
import type { Browser } from "puppeteer";
import { assertEquals } from "@std/assert";
import { type RunningApp, startApp } from "../app/app.ts";
import { launchBrowser } from "../browser.ts";
import { openStrictShop, type Shop } from "./merchant_page.ts";

export interface ShopFloor {
  readonly app: RunningApp;
  readonly shop: Shop;
  readonly browser: Browser;
}

export async function openFloor(): Promise<ShopFloor> {
  const app = await startApp();
  return { app, shop: await openStrictShop(app), browser: await launchBrowser() };
}

/** Closes what was opened; nothing, when opening failed. No page may have met its policy. */
export async function closeFloor(floor: Partial<ShopFloor>): Promise<void> {
  await floor.browser?.close();
  await floor.shop?.close();
  await floor.app?.close();
  assertEquals(floor.shop?.violations ?? [], []);
}
