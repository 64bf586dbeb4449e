/** The alert email about a changed number: old and new score, and one unsubscribe link. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { DEFAULT_LANGUAGE, findLanguage, type Language, LANGUAGE_PARAMETER } from "../../../wire/site/languages.ts";
import { newSecret, sha256Hex } from "../../../platform/crypto/secrets.ts";
import { emailHtml } from "../../../i18n/email_html.ts";
import { type EmailContent, enqueueEmails } from "../../../outbox/outbox.ts";
import { translator } from "../../../i18n/translate.ts";
import { asWritten } from "../numbering/parse_phone_number.ts";
import type { AlertRow, NumberRating } from "./alerts.ts";
import { pluralForm } from "../../../wire/site/plural.ts";

export interface AlertPlace {
  readonly publicOrigin: string;
  readonly base: string;
}
interface Alert {
  readonly row: AlertRow;
  readonly now: NumberRating;
  readonly nowMs: number;
}

/** Writes the email and its unsubscribe link, in the transaction that records what the member was told. */
export async function writeAlert(
  trx: Transaction<Database>,
  { row, now, nowMs }: Alert,
  { publicOrigin, base }: AlertPlace,
): Promise<void> {
  const language = findLanguage(row.language) ?? DEFAULT_LANGUAGE;
  const inLanguage = `?${LANGUAGE_PARAMETER}=${language}`;
  const off = `${publicOrigin}/api/end-watch/${await newLink(row.id, trx)}${inLanguage}`;
  const report = `${publicOrigin}${base}/webapp${inLanguage}`;
  const content = numberChangedEmail({ row, now, language, off, report });
  const key = `watch:${row.id}:${row.mailed_ms}`;
  await enqueueEmails(trx, [{ ...content, key, kind: "number_changed", to: row.email, unsubscribeUrl: off, nowMs }]);
}

interface NumberChanged {
  /** What the member was told last. */
  readonly row: NumberRating & Pick<AlertRow, "e164">;
  readonly now: NumberRating;
  readonly language: Language;
  /** Address that ends the alert. */
  readonly off: string;
  /** Address of the members area. */
  readonly report: string;
}

export function numberChangedEmail({ row, now, language, off, report }: NumberChanged): EmailContent {
  const t = translator(language);
  const { number } = asWritten(row.e164);
  const lines = changesOf(row, now, language);
  const changed = t("There's an update on {number}, one of the numbers you have alerts for.", { number });
  const [again, end] = [t("Check it again to see why"), t("Turn off these alerts")];
  const text = `${changed}\n\n${
    lines.map((line) => `- ${line}`).join("\n")
  }\n\n${again}: ${report}\n\n${end}: ${off}\n`;
  const subject = t("New information about {number}", { number });
  const html = emailHtml({
    language,
    subject,
    sentences: [changed],
    list: lines,
    links: [{ label: again, url: report, isMain: true }, { label: end, url: off }],
  });
  return { subject, text, html };
}

function changesOf(before: NumberRating, now: NumberRating, language: Language): readonly string[] {
  const t = translator(language);
  const people = (count: number) =>
    pluralForm(language, count, { one: t("1 member"), other: t("{count} members", { count }) });
  return [
    ...(before.score === now.score ? [] : [
      before.score < now.score
        ? t("Its risk score rose from {before} to {now} out of 100.", { before: before.score, now: now.score })
        : t("Its risk score fell from {before} to {now} out of 100.", { before: before.score, now: now.score }),
    ]),
    ...(before.reporters === now.reporters ? [] : [
      t("It's now been reported by {now} (previously {before}).", {
        before: people(before.reporters),
        now: people(now.reporters),
      }),
    ]),
  ];
}

/** 256 random bits, stored as a hash; links of earlier emails stay valid. */
async function newLink(watch_id: string, trx: Transaction<Database>): Promise<string> {
  const secret = newSecret();
  await trx.insertInto("members_watch_links").values({ secret_hash: sha256Hex(secret), watch_id, ended_ms: null })
    .execute();
  return secret;
}

/** The alert that a link belongs to, or belonged to until it ended a while ago. */
export async function alertOfLink(secret: string, db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("members_watch_links").select("watch_id").where(
    "secret_hash",
    "=",
    sha256Hex(secret),
  ).executeTakeFirst();
  return row?.watch_id;
}
