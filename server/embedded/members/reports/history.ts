/** The member's look-ups: one page at a time, and one stored report. */
import type { Db } from "../../../db/open.ts";
import { fail } from "../../../platform/http/answer.ts";
import { BANDS, type Checked, type History } from "../../../wire/members/report.ts";
import { isTheirs, ownedIds } from "../context/own_reports.ts";
import type { StoredReport } from "../lookup/quota.ts";
import { asWritten } from "../numbering/parse_phone_number.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const HISTORY_PAGE = 20;
/** Time and id of the last row: the next page starts right after it, even when two rows share a time. */
const CURSOR = /^(\d{1,16})\.([0-9a-f]{32})$/;
const NOT_FOUND = refusal("report_unknown");

export interface PageOptions {
  readonly before?: string;
  readonly limit?: number;
}

/** Includes look-ups made with the checkout cookie before sign-in, on the member's own subscriptions. */
export async function readHistory(
  uid: string,
  db: Db,
  { before = "", limit = HISTORY_PAGE }: PageOptions = {},
): Promise<History> {
  const cursor = parseCursor(before);
  const owned = await ownedIds(uid, db);
  const rows = await db.selectFrom("members_reports").select(["id", "e164", "score", "band", "at_ms"])
    .where((eb) => isTheirs(eb, uid, owned))
    .where((eb) =>
      cursor === undefined
        ? eb.lit(true)
        : eb.or([eb("at_ms", "<", cursor.atMs), eb.and([eb("at_ms", "=", cursor.atMs), eb("id", "<", cursor.id)])])
    )
    .orderBy("at_ms", "desc").orderBy("id", "desc").limit(limit + 1).execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last !== undefined ? `${last.at_ms}.${last.id}` : "";
  return { rows: page.map(viewRow), next };
}

/** Another member's report is not found. */
export async function readStored(id: string, uid: string, db: Db): Promise<StoredReport> {
  const owned = await ownedIds(uid, db);
  const row = await db.selectFrom("members_reports").selectAll().where("id", "=", id)
    .where((eb) => isTheirs(eb, uid, owned)).executeTakeFirst();
  return row ?? fail(404, NOT_FOUND);
}

/** Every earlier look-up of the same number, newest first. */
export async function readEarlier(e164: string, uid: string, db: Db): Promise<readonly Checked[]> {
  const owned = await ownedIds(uid, db);
  const rows = await db.selectFrom("members_reports").select(["id", "e164", "score", "band", "at_ms"])
    .where("e164", "=", e164).where((eb) => isTheirs(eb, uid, owned))
    .orderBy("at_ms", "desc").limit(HISTORY_PAGE).execute();
  return rows.map(viewRow);
}

function parseCursor(text: string): { readonly atMs: number; readonly id: string } | undefined {
  if (text === "") return undefined;
  const [, atMs, id] = CURSOR.exec(text) ?? [];
  if (atMs === undefined || id === undefined) fail(400, "Field before is missing or wrong");
  return { atMs: Number(atMs), id };
}

function viewRow(row: Pick<StoredReport, "id" | "e164" | "score" | "band" | "at_ms">): Checked {
  return {
    report_id: row.id,
    e164: row.e164,
    ...asWritten(row.e164),
    score: row.score,
    band: BANDS.find((band) => band === row.band) ?? "none",
    at: new Date(row.at_ms).toISOString(),
  };
}
