/** The known facts of a report, each once: rows below the map, with the time it is there now. */
import type { PhoneFacts } from "../../../server/wire/members/report.ts";
import { Icon } from "../pictures/Icon.tsx";
import { AreaMap } from "./AreaMap.tsx";
import { knownFacts } from "./FactList.tsx";
import { LocalTime } from "./LocalTime.tsx";

export function FactSheet({ facts }: { readonly facts: PhoneFacts }) {
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
      </dl>
    </div>
  );
}
