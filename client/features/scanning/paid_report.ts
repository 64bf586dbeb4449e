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
          one: t("Confidence rating, plus 1 thing we couldn't verify and why"),
          other: t("Confidence rating, plus {count} things we couldn't verify and why", {
            count: unknowns,
          }),
        }),
      ]
      : []),
    ...(memberReports > 0
      ? [
        plural(memberReports, {
          one: t("1 member report, with date and type"),
          other: t("{count} member reports, with date and type", { count: memberReports }),
        }),
      ]
      : []),
  ];
  return { rows, addsNothing: rows.length === 0 };
}
