/** Screenshots of every screen in every state of the table, light and dark, at three widths, into dist/screens/. */
import { startApp } from "../tests/support/app/app.ts";
import { launchBrowser } from "../tests/support/browser.ts";
import { type Appearance, APPEARANCES, changeAppearance, openScreen } from "../tests/support/screens/open.ts";
import { openScreenFixture } from "../tests/support/screens/screen_fixture.ts";
import { pictureName, SCREENS } from "../tests/support/screens/table.ts";

/** `deno task screens payment webapp`: only screens whose names start with these. */
const selected = Deno.args.length === 0
  ? SCREENS
  : SCREENS.filter(({ screen }) => Deno.args.some((name) => screen.startsWith(name)));
const folder = new URL("../dist/screens", import.meta.url).pathname;
const app = await startApp();
const browser = await launchBrowser();
const FIRST_LOOK: Appearance = { theme: "light", width: 320 };
const failed: string[] = [];
let made = 0;
try {
  await Deno.mkdir(folder, { recursive: true });
  const fixture = await openScreenFixture(browser, app.origin);
  for (const row of selected) {
    try {
      const page = await openScreen(fixture, { row, look: FIRST_LOOK });
      for (const look of APPEARANCES) {
        await changeAppearance(page, look);
        await page.screenshot({ path: `${folder}/${pictureName(row, look)}`, fullPage: true });
        made++;
      }
      await page.close();
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
    }
  }
  await fixture.close();
} finally {
  await browser.close();
  await app.close();
}
console.log(`${made} of ${selected.length * APPEARANCES.length} pictures in dist/screens/`);
if (failed.length > 0) throw new Error(`${failed.length} states could not be reached:\n${failed.join("\n")}`);
