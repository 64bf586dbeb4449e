/** The known facts of a report, each once: rows below the map, with the time it is there now. */
import type { PhoneFacts } from "../../../server/wire/members/report.ts";
import { Icon } from "../pictures/Icon.tsx";
import type { IconName } from "../pictures/icon_paths.ts";
import { AreaMap } from "./AreaMap.tsx";
import { knownFacts } from "./FactList.tsx";
import { LocalTime } from "./LocalTime.tsx";

const COSTLY: readonly string[] = ["premium", "personal"];

export function FactSheet({ facts }: { readonly facts: PhoneFacts }) {
  return (
    <div className="fact-sheet">
      <AreaMap phone={facts.phone} />
      <dl className="fact-sheet__rows" data-testid="facts">
        {knownFacts(facts).map(({ icon, name, value }) => (
          <div key={name}>
            <dt>
              <Icon name={icon} size={20} /> {name}
            </dt>
            <dd>
              <span className={isRisky(icon, facts) ? "fact-sheet__risk" : undefined}>{value}</span>
              {icon === "clock" && <LocalTime zones={facts.timeZones} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A number that cannot be real, or one that costs more than others to call. */
function isRisky(icon: IconName, { phone }: PhoneFacts): boolean {
  return icon === "block" || (icon === "line" && COSTLY.includes(phone.lineType));
}
