/**
 * Screenshots of every screen in every state of the table, light and dark, at four widths, of every part of the
 * gallery, and of the operators' console, into dist/screens/. With `sheet --before FOLDER`: see screens/sheet.ts.
 */
import { startApp } from "../tests/support/app/app.ts";
import { launchBrowser } from "../tests/support/browser.ts";
import { type Appearance, APPEARANCES, changeAppearance, withScreen } from "../tests/support/screens/open.ts";
import { takePartPictures } from "../tests/support/screens/parts.ts";
import { DEAD_HOOK, seedPeople } from "../tests/support/console/people.ts";
import { inEveryLook } from "../tests/support/console/screens.ts";
import { openScreenFixture } from "../tests/support/screens/screen_fixture.ts";
import { pictureName, SCREENS } from "../tests/support/screens/table.ts";
import { buildParts } from "./build/parts.ts";
import { makeSheet } from "./screens/sheet.ts";

/**
 * `deno task screens payment webapp`: only screens whose names start with these; `parts` is the gallery, `console` the
 * console.
 */
const selected = Deno.args.length === 0
  ? SCREENS
  : SCREENS.filter(({ screen }) => Deno.args.some((name) => screen.startsWith(name)));
const takesParts = Deno.args.length === 0 || Deno.args.includes("parts");
const takesConsole = Deno.args.length === 0 || Deno.args.includes("console");
const folder = new URL("../dist/screens", import.meta.url).pathname;
if (Deno.args[0] === "sheet") {
  const [, option, before = ""] = Deno.args;
  if (option !== "--before" || before === "") throw new Error("Say: deno task screens sheet --before FOLDER");
  const sheetBrowser = await launchBrowser();
  const sheet = await makeSheet(sheetBrowser, {
    before: await Deno.realPath(before),
    after: await Deno.realPath(folder),
  });
  await sheetBrowser.close();
  console.log(`The sheet is ${sheet}`);
  Deno.exit();
}
const partsFolder = await Deno.makeTempDir({ prefix: "trustcheck-parts-" });
if (takesParts) await buildParts(partsFolder);
const app = await startApp({ env: { PARTS_DIR: partsFolder, ADMIN: "on", PAYMENTS_WEBHOOKS: DEAD_HOOK } });
const browser = await launchBrowser();
const FIRST_LOOK: Appearance = { theme: "light", width: 320 };
const failed: string[] = [];

/** Returns how many pictures were taken; states that could not be reached are in `failed`. */
async function takeScreens(): Promise<number> {
  if (selected.length === 0) return 0;
  let made = 0;
  const fixture = await openScreenFixture(browser, app.origin);
  for (const row of selected) {
    try {
      await withScreen(fixture, { row, look: FIRST_LOOK }, async (page) => {
        for (const look of APPEARANCES) {
          await changeAppearance(page, look);
          await page.screenshot({ path: `${folder}/${pictureName(row, look)}`, fullPage: true });
          made++;
        }
      });
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
    }
  }
  await fixture.close();
  return made;
}

/** Last, since its customers need four days. */
async function takeConsole(): Promise<number> {
  const people = await seedPeople(app);
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  let made = 0;
  await inEveryLook({ app, page, people }, async (name, { theme, width }) => {
    await page.screenshot({ path: `${folder}/console.${name}.${theme}.${width}.png`, fullPage: name !== "act" });
    made++;
  });
  await context.close();
  return made;
}

try {
  await Deno.mkdir(folder, { recursive: true });
  if (takesParts) {
    const parts = await takePartPictures(await browser.newPage(), app.origin, folder);
    console.log(`${parts} pictures of parts in dist/screens/`);
  }
  console.log(`${await takeScreens()} of ${selected.length * APPEARANCES.length} pictures of screens in dist/screens/`);
  if (takesConsole) console.log(`${await takeConsole()} pictures of the console in dist/screens/`);
} finally {
  await browser.close();
  await app.close();
  await Deno.remove(partsFolder, { recursive: true });
}
if (failed.length > 0) throw new Error(`${failed.length} states could not be reached:\n${failed.join("\n")}`);
