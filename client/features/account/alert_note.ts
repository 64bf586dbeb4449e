/** What has happened to a watched number: "Fell from 35 to 0 on Nov 2", or since when nothing has. */
import { t } from "../../i18n/t.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { dayOfYear } from "../../lib/format/dates.ts";

/** How long a change is marked as new. */
const NEWS_MS = 7 * 24 * 60 * 60 * 1000;

export function isNews({ changed }: Pick<Watch, "changed">): boolean {
  return changed !== "" && Date.now() - Date.parse(changed) < NEWS_MS;
}

export function alertNote({ since, changed, before, score }: Watch): string {
  const now = Date.now();
  if (changed === "") return t("No change since {date}", { date: dayOfYear(since, now) });
  const date = dayOfYear(changed, now);
  // New member reports alone can leave the score as it was.
  if (before === null || score === null || before === score) return t("Changed on {date}", { date });
  return before > score
    ? t("Fell from {before} to {score} on {date}", { before, score, date })
    : t("Rose from {before} to {score} on {date}", { before, score, date });
}
