/** What has happened to a watched number: "35 → 0 on Nov 2", or since when nothing has. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { dayOfYear } from "../../lib/format/dates.ts";

export function AlertNote({ watch: { since, changed, before, score } }: { readonly watch: Watch }) {
  const now = Date.now();
  if (changed === "") return <>{t("No change since {date}", { date: dayOfYear(since, now) })}</>;
  const date = dayOfYear(changed, now);
  // New member reports alone can leave the score as it was.
  if (before === null || before === score) return <>{t("Changed on {date}", { date })}</>;
  return (
    <>
      <span aria-hidden>
        {rich("{change} on {date}", { change: <b className="numbers">{`${before} → ${score}`}</b>, date })}
      </span>
      <span className="visually-hidden">
        {t("The score changed from {before} to {score} on {date}.", { before, score, date })}
      </span>
    </>
  );
}
