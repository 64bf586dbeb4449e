/** One change of a watched number: which way its score went, from which score to which, and when. */
import { t } from "../../i18n/t.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { NumberRow, reportTarget, type RowTarget } from "../../ui/rows/NumberRow.tsx";
import { changeDay, changeText, isNews } from "./alert_note.ts";

export interface AlertChangeProps {
  readonly watch: Watch;
  /** Where a number leads that the member has no report on. */
  readonly toCheck: (watch: Watch) => RowTarget;
}

/** A number without a change says since when. */
export function AlertChange({ watch, toCheck }: AlertChangeProps) {
  return (
    <NumberRow
      row={watch}
      lead={<TurnMark watch={watch} />}
      state={<span className={watch.changed === "" ? "muted" : "alert-change"}>{changeText(watch)}</span>}
      place=""
      note={watch.changed === "" ? undefined : <ChangeNote watch={watch} />}
      opens={reportTarget(watch) ?? toCheck(watch)}
      testId="alert-change"
    />
  );
}

/** The day of a change, and whether it is new. */
export function ChangeNote({ watch }: Pick<AlertChangeProps, "watch">) {
  return (
    <>
      {isNews(watch) && <span className="tag tag--new">{t("New")}</span>} {changeDay(watch)}
    </>
  );
}

/** Which way the score went, or that the number is watched; the words beside it say the same. */
export function TurnMark({ watch: { before, score, band } }: { readonly watch: Watch }) {
  const isTurned = before !== null && before !== score;
  return (
    <span className="score-ring" data-band={isTurned ? band : undefined} aria-hidden>
      {isTurned ? (before < score ? "↑" : "↓") : <Icon name="bell" size={20} />}
    </span>
  );
}
