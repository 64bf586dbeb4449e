/** The parts of the operators' console in every state. */
import { Button } from "../ui/controls/Button.tsx";
import { Chart, type ChartProps } from "../console/ui/Chart.tsx";
import { Chip, type Tone } from "../console/ui/Chip.tsx";
import { Facts } from "../console/ui/Facts.tsx";
import { Nothing } from "../console/ui/Nothing.tsx";
import { NowContext } from "../console/ui/now.ts";
import { Panel } from "../console/ui/Panel.tsx";
import { Screen } from "../console/ui/Screen.tsx";
import { Steps } from "../console/ui/Steps.tsx";
import { Time } from "../console/ui/Time.tsx";
import { Timeline, type TimelineRow } from "../console/ui/Timeline.tsx";
import type { Parts } from "./states.ts";

const AT = "2026-11-24T10:00:00.000Z";
const NOW_MS = Date.parse(AT) + 60_000;
const FACTS = [{ name: "Plan", value: "Weekly plan" }, { name: "Paid until", value: "Nov 24, 2026" }];
const CRUMBS = [{ to: "/", name: "Search" }, { to: "/customer", name: "a•••@mail.example" }];

const TONES: Readonly<Record<Tone, string>> = {
  good: "Succeeded",
  busy: "Pending",
  warning: "Past due",
  bad: "Failed",
  quiet: "Ended",
};

const ENTRY: TimelineRow = { id: "1", at: AT, kind: "email", icon: "mail", title: "Receipt", facts: [] };
const ENTRIES: readonly TimelineRow[] = [
  { ...ENTRY, facts: [{ name: "Tries", value: "3" }], state: { tone: "good", word: "Sent" } },
  {
    ...ENTRY,
    id: "2",
    kind: "charge",
    icon: "card",
    title: "Renewal",
    amount: "$19.99",
    state: { tone: "bad", word: "Failed" },
    note: "Insufficient balance",
    actions: <Button>Refund</Button>,
  },
  { ...ENTRY, id: "3", at: "2026-11-23T10:00:00.000Z", title: "Reminder", state: { tone: "busy", word: "Waiting" } },
];
const KINDS = { charge: "Charges", email: "Emails" };

const chart = (kind: ChartProps["kind"], values: readonly number[]) => (
  <Chart
    title="Revenue"
    kind={kind}
    points={values.map((value, at) => ({ label: `Nov ${at + 1}`, name: `Nov ${at + 1}, 2026`, value }))}
    say={(value) => `$${value}.00`}
    sayShort={(value) => `$${value}`}
    summary={`$${values.reduce((sum, value) => sum + value, 0)}.00 in ${values.length} days`}
    unit="Day"
    values="Amount"
  />
);
const funnel = (counts: readonly number[]) => (
  <Steps title="Funnel" steps={counts.map((count, at) => ({ name: ["Visit", "Check", "Buy"][at] ?? "", count }))} />
);

export const CONSOLE_PARTS: Parts = {
  Chart: {
    wide: true,
    states: {
      bars: chart("bars", [3, 8, 5, 9, 2, 7, 6]),
      line: chart("line", [3, 8, 5, 9, 2, 7, 6]),
      "one value": chart("line", [5]),
      "no values": chart("bars", []),
    },
  },
  Chip: {
    states: Object.fromEntries(
      Object.entries(TONES).map(([tone, word]) => [tone, <Chip key={tone} tone={asTone(tone)}>{word}</Chip>]),
    ),
  },
  Facts: { states: { filled: <Facts facts={FACTS} />, "no values": <Facts facts={[{ name: "Plan", value: "" }]} /> } },
  Nothing: {
    states: {
      "title alone": <Nothing icon="card" title="No disputes" />,
      "with an action": (
        <Nothing icon="search" title="No customer found" action={<Button>Search again</Button>}>
          Check the spelling, or search by the last four digits.
        </Nothing>
      ),
    },
  },
  Panel: {
    states: {
      normal: (
        <Panel title="Plan">
          <Facts facts={FACTS} />
        </Panel>
      ),
      "with a state": (
        <Panel title="Last charge" aside={<Chip tone="warning">Past due</Chip>}>
          <Facts facts={FACTS} />
        </Panel>
      ),
      flush: <Panel title="Charges" flush>The content brings its own space.</Panel>,
    },
  },
  Screen: {
    framed: true,
    states: {
      normal: <Screen title="Figures">The body of the page.</Screen>,
      "with everything": (
        <Screen
          title="Weekly plan"
          crumbs={CRUMBS}
          state={<Chip tone="warning">Past due</Chip>}
          lead="Started on Nov 14, 2026"
          actions={<Button>Pause plan</Button>}
        >
          The body of the page.
        </Screen>
      ),
    },
  },
  Steps: { states: { filled: funnel([200, 100, 25]), "no visitors": funnel([0, 0, 0]) } },
  Time: {
    states: {
      moment: (
        <NowContext value={() => NOW_MS}>
          <Time at={AT} />
        </NowContext>
      ),
      day: (
        <NowContext value={() => NOW_MS}>
          <Time at={AT} short />
        </NowContext>
      ),
      none: <Time at="" />,
    },
  },
  Timeline: {
    wide: true,
    states: { filled: <Timeline rows={ENTRIES} kinds={KINDS} />, empty: <Timeline rows={[]} kinds={KINDS} /> },
  },
};

/** The keys of `TONES` are tones. */
function asTone(tone: string): Tone {
  return tone as Tone;
}
