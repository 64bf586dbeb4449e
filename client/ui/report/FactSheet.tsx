/** The known facts of a report, each once: rows below the map, with the time it is there now. */
import type { PhoneFacts } from "../../../server/wire/members/report.ts";
import { t } from "../../i18n/t.ts";
import { countryName } from "../../lib/format/countries.ts";
import { Icon } from "../pictures/Icon.tsx";
import { AreaMap } from "./AreaMap.tsx";
import { knownFacts } from "./FactList.tsx";
import { LocalTime } from "./LocalTime.tsx";

interface FactSheetProps {
  readonly facts: PhoneFacts;
  /** Where the caller said to be: ISO 3166 alpha-2; default: the member did not say. */
  readonly claimedCountry?: string | undefined;
}

export function FactSheet({ facts, claimedCountry = "" }: FactSheetProps) {
  return (
    <div className="fact-sheet">
      <AreaMap phone={facts.phone} />
      <dl className="fact-sheet__rows" data-testid="facts">
        {knownFacts(facts).map(({ icon, name, value, isRisky }) => (
          <div key={name}>
            <dt>
              <Icon name={icon} size={20} /> {name}
            </dt>
            <dd>
              <span className={isRisky ? "fact-sheet__risk" : undefined}>{value}</span>
              {icon === "clock" && <LocalTime zones={facts.timeZones} />}
            </dd>
          </div>
        ))}
        {claimedCountry !== "" && (
          <div>
            <dt>
              <Icon name="place" size={20} /> {t("Claimed country")}
            </dt>
            <dd>{countryName(claimedCountry)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
