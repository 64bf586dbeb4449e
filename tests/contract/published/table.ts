/**
 * The table of docs/merchants/compatibility.tsv: what the published SDK 5.45.0 exports, and whether ours is the same.
 * Run this file to renew it after a change: reasons that are in the table stay, and new differences need one.
 */
import { readSurfaces } from "./programs.ts";
import type { Row } from "./rows.ts";
import { walk } from "./walk.ts";

export const TABLE = new URL("../../../docs/merchants/compatibility.tsv", import.meta.url).pathname;
const HEAD = ["name", "way", "member", "verdict", "found", "reason"];

export interface TableRow extends Row {
  /** Why ours is different; empty where it is not. */
  readonly reason: string;
}

export function parseTable(text: string): readonly TableRow[] {
  return text.trimEnd().split("\n").slice(1).map((line) => {
    const [of = "", way = "", member = "", verdict = "", found = "", reason = ""] = line.split("\t");
    return { of, way, member, verdict, found, reason } as TableRow;
  });
}

export function writeTable(rows: readonly Row[], known: readonly TableRow[]): string {
  const reasons = new Map(known.map((row) => [keyOf(row), row.reason]));
  const lines = rows.map((row) => {
    const reason = row.verdict === "different" ? reasons.get(keyOf(row)) ?? "" : "";
    return [row.of, row.way, row.member, row.verdict, row.found, reason].join("\t");
  });
  return [HEAD.join("\t"), ...lines].join("\n") + "\n";
}

function keyOf({ of, way, member, found }: Row): string {
  return [of, way, member, found].join("\t");
}

if (import.meta.main) {
  const known = parseTable(await Deno.readTextFile(TABLE).catch(() => HEAD.join("\t")));
  const rows = walk(readSurfaces());
  await Deno.writeTextFile(TABLE, writeTable(rows, known));
  const missing = parseTable(writeTable(rows, known)).filter(({ verdict, reason }) =>
    verdict === "different" && !reason
  );
  console.log(`${rows.length} rows, ${missing.length} differences without a reason`);
  for (const { of, way, member, found } of missing) console.log([of, way, member, found].join("\t"));
}
