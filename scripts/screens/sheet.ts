/**
 * `deno task screens sheet --before FOLDER`: the pictures of an earlier run beside those in dist/screens/, one row for
 * each part of the look, in dist/screens/sheet.png. Takes no picture of a screen itself.
 */
import type { Browser } from "puppeteer";

/**
 * What a row shows, and its pictures, named without theme and width. There is no row 3: the issuer's page is not a
 * screen of the app.
 */
export const ROWS: readonly (readonly [what: string, pictures: readonly string[]])[] = [
  ["1 Verdict", ["scanning.done", "scanning.high"]],
  ["2 Paid report", ["webapp.done"]],
  ["4 Payment panel", ["payment.idle"]],
  ["5 Receipt and success", ["offers.idle"]],
  ["6 Free result", ["main.done"]],
  ["7 Advice", ["access-product.idle"]],
  ["8 Plans", ["plan.idle"]],
  ["9 Members", ["webapp.idle"]],
  ["10 Questions", ["question.one", "question.country"]],
  ["11 Errors of the card form", ["payment.error"]],
  ["12 Skeleton of the card form", ["payment.loading"]],
  ["13 Card form in dark", ["payment.idle.dark"]],
  ["14 Billing", ["manage-subscriptions.idle"]],
  ["15 Landing page", ["main.idle"]],
];
const WIDTHS = [390, 1280] as const;

/** File names of a row's pictures; a picture is in light unless it says otherwise. */
export function filesOf(pictures: readonly string[]): readonly string[] {
  return pictures.flatMap((name) =>
    WIDTHS.map((width) => (name.endsWith(".dark") ? `${name}.${width}.png` : `${name}.light.${width}.png`))
  );
}

export interface SheetFolders {
  readonly before: string;
  readonly after: string;
}

/** Returns the path of the sheet, which names each picture that a run lacks. */
export async function makeSheet(browser: Browser, { before, after }: SheetFolders): Promise<string> {
  const page = await browser.newPage();
  await page.setViewport({ width: 2_000, height: 1_000 });
  const html = `${after}/sheet.html`;
  await Deno.writeTextFile(html, await sheetPage({ before, after }));
  await page.goto(`file://${html}`);
  const path = `${after}/sheet.png` as const;
  await page.screenshot({ path, fullPage: true });
  await page.close();
  return path;
}

async function sheetPage(folders: SheetFolders): Promise<string> {
  const rows = await Promise.all(ROWS.map(async ([what, pictures]) => {
    const cells = await Promise.all((["before", "after"] as const).map(async (when) => {
      const images = await Promise.all(filesOf(pictures).map((file) => picture(folders[when], file)));
      return `<td><p>${when}</p><div>${images.join("")}</div></td>`;
    }));
    return `<tr><th>${what}</th>${cells.join("")}</tr>`;
  }));
  return `<!doctype html><meta charset="utf-8"><title>Before and after</title><style>
body { font: 16px system-ui; margin: 16px } th { text-align: start; width: 120px } th, td { vertical-align: top; padding: 8px }
div { display: flex; gap: 8px; align-items: flex-start } img { width: auto; max-width: 460px; max-height: 620px; border: 1px solid #999 }
tr { border-block-end: 2px solid #333 } table { border-collapse: collapse }</style><table>${rows.join("\n")}</table>`;
}

async function picture(folder: string, file: string): Promise<string> {
  const path = `${folder}/${file}`;
  const isThere = await Deno.stat(path).then(() => true, () => false);
  return isThere ? `<img src="file://${path}" alt="${file}">` : `<p>no ${file}</p>`;
}
