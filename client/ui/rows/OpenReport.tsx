/** Opens the stored report of a row; its area is the whole row. */
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import type { Checked } from "../../../server/wire/members/report.ts";
import { longDate } from "../../lib/format/dates.ts";
import { paths } from "../../lib/browser/paths.ts";
import { Icon } from "../pictures/Icon.tsx";

export interface OpenReportProps {
  /** `at` where a list has several reports of one number. */
  readonly row: Pick<Checked, "report_id" | "number"> & Partial<Pick<Checked, "at">>;
}

export function OpenReport({ row: { report_id, number, at } }: OpenReportProps) {
  return (
    <Link
      to={paths.storedReport(report_id)}
      className="rows__open"
      aria-label={at === undefined
        ? t("Open the report on {number}", { number })
        : t("Open the report on {number} from {date}", { number, date: longDate(at) })}
    >
      <Icon name="forward" size={20} />
    </Link>
  );
}
