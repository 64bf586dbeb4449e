/**
 * Compares a payment page's scripts and headers with the list from its release, and reports the differences. Run it
 * once a week from a machine other than the server (PCI DSS 6.4.3, 11.6.1; SECURITY B8).
 */
import { differences, type Inventory, takeInventory } from "./inventory.ts";

const USAGE =
  `deno task payment-page https://app.example/trustcheck/ list.json          compares, ends with 1 where it differs
deno task payment-page https://app.example/trustcheck/ list.json --keep   keeps what is there now, after a release`;

export async function main([page, list, keep]: readonly string[]): Promise<number> {
  if (page === undefined || list === undefined || !URL.canParse(page)) {
    console.error(USAGE);
    return 2;
  }
  const now = await takeInventory(page);
  if (keep === "--keep") {
    await Deno.writeTextFile(list, `${JSON.stringify(now, null, 1)}\n`);
    console.log(`Kept ${Object.keys(now.scripts).length} scripts of ${page} in ${list}`);
    return 0;
  }
  const stored = JSON.parse(await Deno.readTextFile(list)) as Inventory;
  const found = differences(stored, now);
  for (const line of found) console.error(line);
  console.log(found.length === 0 ? `${page} is as it was kept` : `${page} differs from ${list}: ${found.length}`);
  return found.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
