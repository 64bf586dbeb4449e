/** The free facts about a number as tiles, with "Unknown" where the data has none. */
import { zoneName } from "../../../server/wire/members/zone_name.ts";
import { t } from "../../i18n/t.ts";
import type { PhoneFacts } from "../../../server/wire/members/report.ts";
import { cx } from "../../lib/format/class_names.ts";
import { placeLine } from "../../lib/format/countries.ts";
import { Icon } from "../pictures/Icon.tsx";
import type { IconName } from "../pictures/icon_paths.ts";
import { lineTypeName } from "./line_types.ts";

const UNKNOWN = t("Unknown");
/** Line types that cost more than others to call. */
const COSTLY: readonly string[] = ["premium", "personal"];

interface Row {
  readonly icon: IconName;
  readonly name: string;
  readonly value: string;
  /** Speaks against the number. */
  readonly isRisky?: boolean;
}

export function factRows({ phone, timeZones, setAside = false }: PhoneFacts): readonly Row[] {
  return [
    {
      icon: phone.isValid && !setAside ? "done" : "block",
      name: t("Status"),
      value: existence(phone.isValid, setAside),
      isRisky: !phone.isValid || setAside,
    },
    {
      icon: "line",
      name: t("Line type"),
      value: lineTypeName(phone.lineType),
      isRisky: COSTLY.includes(phone.lineType),
    },
    { icon: "place", name: t("Location"), value: placeLine(phone) || UNKNOWN },
    { icon: "carrier", name: t("Carrier"), value: phone.carrier || UNKNOWN },
    { icon: "clock", name: t("Time zone"), value: timeZones.map(zoneName).join(", ") || UNKNOWN },
  ];
}

/** The facts that are known; a report says about the others why they are not. */
export function knownFacts(facts: PhoneFacts): readonly Row[] {
  return factRows(facts).filter(({ value }) => value !== UNKNOWN);
}

function existence(isValid: boolean, isSetAside: boolean): string {
  if (!isValid) return t("Not a real number");
  return isSetAside ? t("Reserved for fiction") : t("Valid number range");
}

export function FactList({ facts }: { readonly facts: PhoneFacts }) {
  return (
    <dl className="facts" data-testid="facts">
      {factRows(facts).map((row) => (
        <div
          key={row.name}
          className={cx(
            "facts__tile",
            row.value === UNKNOWN && "facts__tile--unknown",
            row.isRisky && "facts__tile--risky",
          )}
        >
          <Icon name={row.icon} size={20} className="facts__icon" />
          <dt>{row.name}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
