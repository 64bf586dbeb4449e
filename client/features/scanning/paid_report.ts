/** What the paid report adds to the free result for this number, in true counts. */
import { t } from "../../i18n/t.ts";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { plural } from "../../i18n/plural.ts";

export interface PaidReport {
  readonly rows: readonly string[];
  /** True when the report would add nothing to the free result. */
  readonly addsNothing: boolean;
}

export function paidReport({ paid }: Pick<CheckResult, "paid">): PaidReport {
  const { unknowns, memberReports } = paid;
  const rows = [
    ...(unknowns > 0
      ? [
        plural(unknowns, {
          one: t("1 gap we found in the data about it, explained, and how sure the score is"),
          other: t("{count} gaps we found in the data about it, each explained, and how sure the score is", {
            count: unknowns,
          }),
        }),
      ]
      : []),
    ...(memberReports > 0
      ? [
        plural(memberReports, {
          one: t("1 report by a member about it, with date and kind"),
          other: t("{count} reports by members about it, with date and kind", { count: memberReports }),
        }),
      ]
      : []),
  ];
  return { rows, addsNothing: rows.length === 0 };
}
