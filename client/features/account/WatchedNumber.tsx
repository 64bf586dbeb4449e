/** One watched number: its score, and how and when it last changed. */
import { t } from "../../i18n/t.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { BAND_WORDS } from "../../ui/report/bands.ts";
import { NumberRow, type NumberRowProps, reportTarget, type RowTarget } from "../../ui/rows/NumberRow.tsx";
import { changeDay, changeText, isNews } from "./alert_note.ts";

export interface WatchedNumberProps extends Pick<NumberRowProps, "control" | "testId"> {
  readonly watch: Watch;
  /** Where a number leads that the member has no report on. */
  readonly toCheck: (watch: Watch) => RowTarget;
  /** Turned off on this screen. */
  readonly isOff?: boolean;
}

/** The ring's colour shows the band, whose name is for screen readers. */
export function WatchedNumber({ watch, toCheck, isOff = false, ...row }: WatchedNumberProps) {
  return (
    <NumberRow
      row={watch}
      state={watch.score !== null && <span className="visually-hidden">{BAND_WORDS[watch.band].name}</span>}
      place=""
      note={isOff ? t("Alerts off") : <ChangeNote watch={watch} />}
      opens={reportTarget(watch) ?? toCheck(watch)}
      {...row}
    />
  );
}

/** "Risk fell from 35 to 0 · Nov 2"; without a change, since when there is none. */
function ChangeNote({ watch }: Pick<WatchedNumberProps, "watch">) {
  if (watch.changed === "") return changeText(watch);
  return (
    <>
      <span className="alert-change">{changeText(watch)}</span>
      {"\u00a0· "}
      {changeDay(watch)}
      {isNews(watch) && <span className="tag tag--new">{t("New")}</span>}
    </>
  );
}
