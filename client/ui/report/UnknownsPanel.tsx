/**
 * What could not be checked: the names of the gaps stay in sight, so that missing data is not read as good news; a press
 * opens the reason of one.
 */
import { t } from "../../i18n/t.ts";
import { Icon } from "../pictures/Icon.tsx";

export interface UnknownRow {
  readonly field: string;
  readonly why: string;
}

export function UnknownsPanel({ unknowns }: { readonly unknowns: readonly UnknownRow[] }) {
  if (unknowns.length === 0) return null;
  return (
    <ul className="unknowns" aria-label={t("What we couldn't check")}>
      {unknowns.map(({ field, why }) => (
        <li key={field}>
          <details>
            <summary>
              <Icon name="unknown" size={20} /> <span>{field}</span> <Icon name="down" size={20} />
            </summary>
            <p className="small muted">{why}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}
