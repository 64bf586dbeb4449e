/** Grey placeholders with the height of the coming content, so that nothing jumps. No animation. */
import { t } from "../../i18n/t.ts";

export function Skeleton({ lines = 3, label = t("Loading") }: { readonly lines?: number; readonly label?: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => <div key={index} className="skeleton__line" aria-hidden />)}
    </div>
  );
}

/** The number of facts in a report. */
const TILES = 5;

/** In the shape of a report: what happens in words, the verdict, the tiles of the facts, and the lines below. */
export function ReportSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="skeleton">
      <p className="muted" role="status">{label}</p>
      <div className="skeleton__verdict" aria-hidden />
      <div className="facts" aria-hidden>
        {Array.from({ length: TILES }, (_, index) => <div key={index} className="facts__tile" />)}
      </div>
      <div className="skeleton__line" aria-hidden />
      <div className="skeleton__line" aria-hidden />
    </div>
  );
}
