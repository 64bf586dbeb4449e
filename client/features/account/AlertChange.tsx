/** What has happened to a watched number, with a mark while it is news. */
import { t } from "../../i18n/t.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { alertNote, isNews } from "./alert_note.ts";

export function AlertChange({ watch }: { readonly watch: Watch }) {
  if (watch.changed === "") return alertNote(watch);
  return (
    <span className="alert-change">
      {isNews(watch) && (
        <>
          <span className="tag tag--new">{t("New")}</span>
          {" "}
        </>
      )}
      {alertNote(watch)}
    </span>
  );
}

/** Which way the score went, or that the number is watched; the words beside it say the same. */
export function TurnMark({ watch: { before, score, band } }: { readonly watch: Watch }) {
  const isTurned = before !== null && before !== score;
  return (
    <span className="turn-mark" data-band={isTurned ? band : undefined} aria-hidden>
      {isTurned ? (before < score ? "↑" : "↓") : <Icon name="bell" size={20} />}
    </span>
  );
}
