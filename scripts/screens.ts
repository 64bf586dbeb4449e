/** Pictures of every screen in every state of the table, light and dark, at three widths, into dist/screens/. */
import { startApp } from "../tests/support/app.ts";
import { launchBrowser } from "../tests/support/browser.ts";
import { LOOKS, openScreen, SCREENS } from "../tests/support/screens.ts";

const folder = new URL("../dist/screens", import.meta.url).pathname;
const app = await startApp();
const browser = await launchBrowser();
try {
  await Deno.mkdir(folder, { recursive: true });
  for (const row of SCREENS) {
    for (const look of LOOKS) {
      const page = await browser.newPage();
      await openScreen(page, app.origin, { row, look });
      const name = `${row.screen}.${row.state}.${look.theme}.${look.width}.png` as const;
      await page.screenshot({ path: `${folder}/${name}`, fullPage: true });
      await page.close();
    }
  }
  console.log(`${SCREENS.length * LOOKS.length} pictures in dist/screens/`);
} finally {
  await browser.close();
  await app.close();
}
