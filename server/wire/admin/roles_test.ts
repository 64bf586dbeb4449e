/** The table of roles is the one that operators read in docs/operations/console.md. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type Right, RIGHTS, type Role, roleMay } from "./roles.ts";

const PAGE = new URL("../../../docs/operations/console.md", import.meta.url);

/** Row of the page -> the rights it covers. */
const ROWS: Readonly<Record<string, readonly Right[]>> = {
  "find customers, see their timelines, reveal a field": ["customers", "reveal"],
  "refund, replay a webhook, see and answer disputes": ["refund", "replay_webhook", "disputes", "answer_dispute"],
  "cancel, pause, resume, resend, export, erase": ["cancel", "pause", "resume", "resend", "export", "erase"],
  "differences between the books, figures": ["differences", "figures"],
  "audit log, list of operators": ["audit", "operators"],
};
const COLUMNS: readonly Role[] = ["support", "finance", "owner"];

describe("roles of the console", () => {
  it("O-CONSOLE-08: each role may do what the page says, no more and no less", async () => {
    const text = await Deno.readTextFile(PAGE);
    const rows = [...text.matchAll(/^\| ([^|]+?) +\| (yes|no) +\| (yes|no) +\| (yes|no) +\|$/gm)];
    assertEquals(rows.map(([, name = ""]) => name), Object.keys(ROWS));
    assertEquals(Object.values(ROWS).flat().toSorted(), [...RIGHTS].toSorted());
    for (const [, name = "", ...cells] of rows) {
      for (const right of ROWS[name] ?? []) {
        const may = COLUMNS.map((role) => roleMay(role, right) ? "yes" : "no");
        assertEquals(may, cells, right);
      }
    }
  });
});
