/** The gallery of parts in a browser: opens it in a look and waits until every element is in its state. */
import type { Page } from "puppeteer";
import { VAULT_ELEMENT_TYPES } from "../../../sdk/wire/elements.ts";

export interface PartsAppearance {
  /** The parts of the web app with the elements of the SDK, or those of the operators' console. */
  readonly of: "app" | "console";
  readonly scheme: "light" | "dark";
  readonly direction: "ltr" | "rtl";
  readonly width: number;
}

const READY_MS = 90_000;
/** Frames below the viewport are not painted, so it is higher than any part. */
const HEIGHT = 2_400;

export async function openParts(page: Page, origin: string, { of, scheme, direction, width }: PartsAppearance) {
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: HEIGHT });
  const query = new URLSearchParams({ of, scheme, dir: direction });
  await page.goto(`${origin}/dev/parts?${query}`);
  await page.waitForFunction("document.documentElement.dataset.parts !== undefined", { timeout: READY_MS });
  const state = await page.evaluate("document.documentElement.dataset.parts");
  if (state !== "ready") throw new Error(`The gallery could not mount its elements: ${state}`);
}

const WIDTHS = [320, 390, 768, 1280];
const PARTS_APPEARANCES: readonly PartsAppearance[] = (["app", "console"] as const).flatMap((of) =>
  (["light", "dark"] as const).flatMap((scheme): PartsAppearance[] => [
    ...WIDTHS.map((width): PartsAppearance => ({ of, scheme, direction: "ltr", width })),
    { of, scheme, direction: "rtl", width: 390 },
  ])
);

/** Pictures of each part and element, and of each field of the SDK with the focus. Returns how many. */
export async function takePartPictures(page: Page, origin: string, folder: string): Promise<number> {
  let made = 0;
  for (const look of PARTS_APPEARANCES) {
    await openParts(page, origin, look);
    const end = `${look.scheme}.${look.direction}.${look.width}.png`;
    const picture = async (selector: string, name: string) => {
      const found = await page.$(selector);
      const prefix = look.of === "console" ? "parts.console" : "parts";
      await found?.screenshot({ path: `${folder}/${prefix}.${name.replaceAll(" ", "_")}.${end}` });
      made++;
    };
    for (
      const name of await page.$$eval(
        "[data-part]",
        (parts) => parts.map((part) => part.getAttribute("data-part") ?? ""),
      )
    ) {
      await picture(`[data-part="${name}"]`, name);
    }
    for (
      const state of await page.$$eval(
        "[data-fields]",
        (all) => all.map((place) => place.getAttribute("data-fields") ?? ""),
      )
    ) {
      await picture(`[data-fields="${state}"]`, `fields.${state}`);
    }
    if (look.of === "console") continue;
    for (const type of VAULT_ELEMENT_TYPES) {
      await page.evaluate(`location.hash = "focus=${type}"`);
      await page.waitForFunction("document.activeElement.closest('[data-fields=empty]') !== null");
      await picture("[data-fields=empty]", `focused.${type}`);
    }
  }
  return made;
}
