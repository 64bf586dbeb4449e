/** Grey placeholder bars with the height of the coming content, so that nothing jumps. No animation. */
import { t } from "../../i18n/t.ts";
export function Skeleton({ lines = 3, label = t("Loading") }: { readonly lines?: number; readonly label?: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => <div key={index} className="skeleton__line" aria-hidden />)}
    </div>
  );
}
