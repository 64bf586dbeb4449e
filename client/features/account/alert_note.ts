/** What has happened to a watched number: "Risk fell from 35 to 0", or since when nothing has. */
import { t } from "../../i18n/t.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { dayOfYear } from "../../lib/format/dates.ts";

/** How long a change is marked as new. */
const NEWS_MS = 7 * 24 * 60 * 60 * 1000;

export function isNews({ changed }: Pick<Watch, "changed">): boolean {
  return changed !== "" && Date.now() - Date.parse(changed) < NEWS_MS;
}

/** The numbers that changed last, then those that have not changed. */
export function latestFirst(watches: readonly Watch[]): readonly Watch[] {
  return [...watches].sort((a, b) => b.changed.localeCompare(a.changed));
}

export function changeText({ since, changed, before, score }: Watch): string {
  if (changed === "") return t("No change since {date}", { date: dayOfYear(since, Date.now()) });
  // Earlier releases did not keep the score before.
  if (before === null) return t("Changed");
  if (before === score) return t("Member reports changed");
  return before > score
    ? t("Risk fell from {before} to {score}", { before, score })
    : t("Risk rose from {before} to {score}", { before, score });
}

export function changeDay({ changed }: Pick<Watch, "changed">): string {
  return dayOfYear(changed, Date.now());
}
