/** Hashes a report's stored data, and finds the report by that hash. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";
import { fail } from "../../../platform/http/answer.ts";
import { HASH, type Verified } from "../../../wire/members/verify.ts";
import type { StoredReport } from "../lookup/quota.ts";
import { parseStored } from "./report.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const NOT_FOUND = refusal("report_hash_unknown");

/** Only printed hashes can be verified; the time of the first printing is stored. */
export async function rememberHash(
  row: StoredReport,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): Promise<string> {
  const hash = sha256Hex(row.body);
  await db.insertInto("members_report_hashes").values({ hash, report_id: row.id, at_ms: clock.now() })
    .onConflict((oc) => oc.column("hash").doNothing()).execute();
  return hash;
}

/** Hashes the stored data again: a row that was changed no longer verifies. */
export async function verify(hash: string, db: Db): Promise<Verified> {
  if (!HASH.test(hash)) fail(404, NOT_FOUND);
  const printed = await db.selectFrom("members_report_hashes").selectAll().where("hash", "=", hash).executeTakeFirst();
  const row = printed === undefined ? undefined : await db.selectFrom("members_reports").selectAll()
    .where("id", "=", printed.report_id).executeTakeFirst();
  if (printed === undefined || row === undefined || sha256Hex(row.body) !== hash) fail(404, NOT_FOUND);
  const { id, facts, score, created_at } = parseStored(row);
  return {
    hash,
    report_id: id,
    number: facts.phone.phoneNumberInternational || facts.e164,
    score: score.value,
    band: score.band,
    checked_at: created_at,
    printed_at: new Date(printed.at_ms).toISOString(),
    versions: facts.dataVersions,
  };
}
