/** Report parts of client/ui in every state. */
import { BandShape } from "../ui/pictures/BandShape.tsx";
import { ScoreGauge } from "../ui/report/ScoreGauge.tsx";
import { FactList } from "../ui/report/FactList.tsx";
import { type ScanStep, ScanSteps } from "../ui/report/ScanSteps.tsx";
import { AreaMap } from "../ui/report/AreaMap.tsx";
import { ConfidenceMeter, ConfidenceReasons } from "../ui/report/ConfidenceMeter.tsx";
import { LineRow } from "../ui/rows/LineRow.tsx";
import { NumberRow, reportTarget } from "../ui/rows/NumberRow.tsx";
import { ScoreRing } from "../ui/rows/ScoreRing.tsx";
import { Switch } from "../ui/controls/Switch.tsx";
import { LocalTime } from "../ui/report/LocalTime.tsx";
import { FactSheet } from "../ui/report/FactSheet.tsx";
import { UnknownsPanel } from "../ui/report/UnknownsPanel.tsx";
import { Verdict } from "../ui/report/Verdict.tsx";
import { Waterfall } from "../ui/report/Waterfall.tsx";
import { BANDS, EMPTY_PHONE_LOOKUP, type Reason } from "../../server/wire/members/report.ts";
import type { Parts } from "./states.ts";

const VALUES = { none: 0, some: 30, caution: 62, suspicious: 80, high: 95 } as const;
const REASON: Reason = {
  rule: "R1",
  points: 30,
  floor: null,
  title: "Several members reported this number",
  why: "Four members reported it in the last 30 days.",
  source: "Member reports",
  without: 32,
};
const FLOOR: Reason = { ...REASON, rule: "R2", floor: 85, title: "No caller can have this number" };
const PHONE = {
  ...EMPTY_PHONE_LOOKUP,
  isValid: true,
  lineType: "mobile",
  carrier: "Acme Mobile",
  countryCode: "US",
  countryName: "United States",
  location: "Austin, TX",
};
const facts = { e164: "+15125550100", dataVersions: [], timeZones: ["America/Chicago"] };
const UNKNOWNS = [{ field: "Carrier", why: "Numbers can move between carriers, and this data does not show it." }];
const step = (key: string, state: ScanStep["state"]): ScanStep => ({
  key,
  state,
  picture: "3-bank",
  title: "Member reports",
  finding: "Four reports",
});

const NUMBER = "+1 650-253-0000";
const HIGH = { number: NUMBER, country: "US", score: 90, band: "high" } as const;
const confidence = (level: "high" | "medium" | "low") => <ConfidenceMeter level={level} />;

export const REPORT: Parts = {
  AreaMap: { states: { known: <AreaMap phone={PHONE} /> } },
  FactSheet: {
    states: {
      filled: <FactSheet facts={{ ...facts, phone: PHONE }} />,
      "without map": <FactSheet facts={{ ...facts, timeZones: [], phone: EMPTY_PHONE_LOOKUP }} />,
    },
  },
  ConfidenceReasons: {
    states: {
      some: <ConfidenceReasons why={["The carrier may have changed."]} />,
    },
  },
  ConfidenceMeter: { states: { high: confidence("high"), medium: confidence("medium"), low: confidence("low") } },
  NumberRow: {
    states: {
      "opens its report": (
        <ul className="list">
          <NumberRow row={HIGH} note="Today" opens={reportTarget({ report_id: "r1", number: NUMBER })} />
        </ul>
      ),
      "with a switch": (
        <ul className="list">
          <NumberRow
            row={HIGH}
            note="Risk rose from 35 to 90 on Nov 2"
            control={<Switch isOn onChange={() => {}} label={NUMBER} />}
          />
        </ul>
      ),
      "with a change": (
        <ul className="list">
          <NumberRow row={HIGH} state="Risk rose from 35 to 90" place="" note="Nov 2" />
        </ul>
      ),
      "no number": (
        <ul className="list">
          <NumberRow row={{ number: "hello", country: "", score: null, band: "none" }} note="Not a phone number" />
        </ul>
      ),
    },
  },
  LineRow: {
    states: {
      "with a value": (
        <ul className="list">
          <LineRow title="Member since" end="Nov 28, 2026" />
        </ul>
      ),
      "with a note and more below": (
        <ul className="list">
          <LineRow title="Ultimate Pack" note="Charged on Nov 28, 2026" end="$32.99">Download PDF</LineRow>
        </ul>
      ),
    },
  },
  ScoreRing: {
    states: {
      ...Object.fromEntries(BANDS.map((band) => [band, <ScoreRing key={band} band={band} score={VALUES[band]} />])),
      "no score": <ScoreRing score={null} band="none" />,
    },
  },
  LocalTime: {
    states: {
      "one zone": <LocalTime zones={["Europe/London"]} />,
      "several zones": <LocalTime zones={["America/New_York", "America/Los_Angeles"]} />,
      "no zone": <LocalTime zones={[]} />,
    },
  },
  Verdict: {
    wide: true,
    states: {
      ...Object.fromEntries(
        BANDS.map((
          band,
        ) => [band, <Verdict key={band} number={NUMBER} level={2} score={{ band, value: VALUES[band] }} />]),
      ),
      "no number": <Verdict number="12" level={2} score={{ band: "none", value: null }} />,
      "number above": <Verdict score={{ band: "some", value: 30 }} />,
    },
  },
  Waterfall: {
    wide: true,
    states: {
      filled: (
        // Its reasons are headings below that of the report's part.
        <section>
          <h3>Why this score</h3>
          <Waterfall score={{ value: 85, band: "high", reasons: [REASON, FLOOR] }} />
        </section>
      ),
    },
  },
  BandShape: { states: Object.fromEntries(BANDS.map((band) => [band, <BandShape key={band} band={band} />])) },
  FactList: {
    states: {
      known: <FactList facts={{ ...facts, phone: PHONE }} />,
      "not known": <FactList facts={{ ...facts, timeZones: [], phone: EMPTY_PHONE_LOOKUP }} />,
      reserved: <FactList facts={{ ...facts, phone: PHONE, setAside: true }} />,
    },
  },
  ScanSteps: {
    states: {
      "waiting, running, done": (
        <ScanSteps label="Checks" steps={[step("a", "done"), step("b", "running"), step("c", "waiting")]} />
      ),
    },
  },
  ScoreGauge: {
    states: {
      ...Object.fromEntries(BANDS.map((band) => [band, <ScoreGauge key={band} band={band} value={VALUES[band]} />])),
      "no number": <ScoreGauge band="none" value={null} />,
    },
  },
  UnknownsPanel: {
    states: { filled: <UnknownsPanel unknowns={UNKNOWNS} />, empty: <UnknownsPanel unknowns={[]} /> },
  },
};
