/** The alert email about a changed number: old and new score, and one unsubscribe link. */
import type { Db } from "../../../db/open.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { DEFAULT_LANGUAGE, findLanguage, LANGUAGE_PARAMETER } from "../../../wire/site/languages.ts";
import { emailHtml } from "../../../i18n/email_html.ts";
import { type Translate, translator } from "../../../i18n/translate.ts";
import { asWritten } from "../numbering/parse_phone_number.ts";
import type { AlertRow, NumberRating } from "./alerts.ts";

export interface AlertPorts {
  readonly db: Db;
  readonly mail: Upstream;
  readonly publicOrigin: string;
  readonly base: string;
}
interface Alert {
  readonly row: AlertRow;
  readonly now: NumberRating;
}
const SECRET_BYTES = 32;

/** The same alert handed over twice is stored once. */
export async function sendAlert({ row, now }: Alert, ports: AlertPorts): Promise<void> {
  const { mail, publicOrigin, base } = ports;
  const language = findLanguage(row.language) ?? DEFAULT_LANGUAGE;
  const t = translator(language);
  const off = `${publicOrigin}/api/end-watch/${await newLink(row.id, ports.db)}?${LANGUAGE_PARAMETER}=${language}`;
  const { number } = asWritten(row.e164);
  const report = `${publicOrigin}${base}/webapp`;
  const lines = changesOf(row, now, t);
  const changed = t("{number}, a number you watch, has changed.", { number });
  const [again, end] = [t("Look it up again for the reasons"), t("End this watch with one press")];
  const text = `${changed}\n\n${
    lines.map((line) => `- ${line}`).join("\n")
  }\n\n${again}: ${report}\n\n${end}: ${off}\n`;
  const subject = t("{number} has changed", { number });
  const html = emailHtml({
    language,
    subject,
    sentences: [changed],
    list: lines,
    links: [{ label: again, url: report, isMain: true }, { label: end, url: off }],
  });
  const answer = await mail(
    new Request("http://mail/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        id: `watch-${row.id}-${row.mailed_ms}`,
        kind: "number_changed",
        to: row.email,
        subject,
        text,
        html,
        unsubscribe_url: off,
      }),
    }),
  );
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The mail service answered ${answer.status}`);
}

function changesOf(before: NumberRating, now: NumberRating, t: Translate): readonly string[] {
  const people = (count: number) => count === 1 ? t("1 member") : t("{count} members", { count });
  return [
    ...(before.score === now.score
      ? []
      : [t("Its score was {before} of 100 and is {now} of 100 now.", { before: before.score, now: now.score })]),
    ...(before.reporters === now.reporters ? [] : [
      t("{before} had said something about it, now it is {now}.", {
        before: people(before.reporters),
        now: people(now.reporters),
      }),
    ]),
  ];
}

/** 256 random bits, stored as a hash; links of earlier emails stay valid. */
async function newLink(watch_id: string, db: Db): Promise<string> {
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  await db.insertInto("members_watch_links").values({ secret_hash: await hashOf(secret), watch_id }).execute();
  return secret;
}

/** The alert that a link belongs to. */
export async function alertOfLink(secret: string, db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("members_watch_links").select("watch_id").where(
    "secret_hash",
    "=",
    await hashOf(secret),
  ).executeTakeFirst();
  return row?.watch_id;
}

async function hashOf(secret: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))).toHex();
}
