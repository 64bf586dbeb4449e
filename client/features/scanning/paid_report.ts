/** What the paid report adds to the free result for this number, in true counts, and what it leaves open. */
import { t } from "../../i18n/t.ts";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { plural } from "../../i18n/plural.ts";
import { mapAddress } from "../../lib/format/pictures_address.ts";

export interface PaidReport {
  readonly rows: readonly string[];
  /** What no report can tell: said beside the offer, and never as a part of it. Empty when nothing is open. */
  readonly gaps: string;
  /** True when the report would add nothing to the free result. */
  readonly addsNothing: boolean;
}

export function paidReport({ facts, paid }: Pick<CheckResult, "facts" | "paid">): PaidReport {
  const { unknowns, memberReports } = paid;
  if (unknowns === 0 && memberReports === 0) return { rows: [], gaps: "", addsNothing: true };
  const ofMembers = memberReports === 0 ? [] : [
    plural(memberReports, {
      one: t("1 member report: positive or negative, and whether it's disputed"),
      other: t("{count} member reports: how many are negative, and whether they're disputed", { count: memberReports }),
    }),
  ];
  return {
    rows: [
      ...ofMembers,
      t("A confidence rating: how much data is behind this score"),
      ...ofPlace(facts),
      t("20 checks a day, with saved history and change alerts"),
    ],
    gaps: unknowns === 0 ? "" : plural(unknowns, {
      one: t("We couldn't verify 1 thing about this number. The report explains why, but can't fill the gap."),
      other: t(
        "We couldn't verify {count} things about this number. The report lists them and why, but can't fill the gaps.",
        { count: unknowns },
      ),
    }),
    addsNothing: false,
  };
}

/** Only what the report will have for this number. */
function ofPlace({ phone, timeZones }: CheckResult["facts"]): readonly string[] {
  if (timeZones.length === 0) return [];
  return [
    mapAddress(phone.countryCode) === ""
      ? t("The local time where it's registered")
      : t("A map of where it's registered, with the local time"),
  ];
}
