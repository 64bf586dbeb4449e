/** Layout, pictures and tables of client/ui in every state. */
import { Button } from "../ui/controls/Button.tsx";
import { ChargeTimeline } from "../ui/layout/ChargeTimeline.tsx";
import { DetailRows } from "../ui/layout/DetailRows.tsx";
import { EmptyState } from "../ui/layout/EmptyState.tsx";
import { ErrorNotice, Notice, type NoticeKind } from "../ui/layout/Notice.tsx";
import { Page } from "../ui/layout/Page.tsx";
import { ProgressSteps } from "../ui/layout/ProgressSteps.tsx";
import { SettingsPart } from "../ui/layout/SettingsPart.tsx";
import { ReportSkeleton, Skeleton } from "../ui/layout/Skeleton.tsx";
import { StepBars } from "../ui/layout/StepBars.tsx";
import { SummaryText } from "../ui/layout/SummaryText.tsx";
import { Table } from "../ui/layout/Table.tsx";
import { TickList } from "../ui/layout/TickList.tsx";
import { LineRow } from "../ui/rows/LineRow.tsx";
import { Drawing } from "../ui/pictures/Drawing.tsx";
import { ContactDrawing, HappenedDrawing, QuietDrawing, WantedDrawing, YouDrawing } from "../ui/pictures/drawings.tsx";
import { DrawnCheck } from "../ui/pictures/DrawnCheck.tsx";
import { HeroDrawing } from "../ui/pictures/HeroDrawing.tsx";
import { NetworkMark } from "../ui/pictures/NetworkMark.tsx";
import { WordmarkMark } from "../ui/pictures/WordmarkMark.tsx";
import { Icon } from "../ui/pictures/Icon.tsx";
import { ICON_PATHS, type IconName } from "../ui/pictures/icon_paths.ts";
import { Picture } from "../ui/pictures/Picture.tsx";
import { type PictureName, PICTURES } from "../drawings/pictures.ts";
import type { Parts } from "./states.ts";

const notice = (kind: NoticeKind) => (
  <Notice kind={kind} title="We couldn't reach the bank">You haven't been charged. Try again.</Notice>
);
const GROUPS = [{ name: "The caller", size: 3 }, { name: "What happened", size: 4 }];
const ROWS = [{ number: "+1 650-253-0000", score: 12 }, { number: "+44 20 7946 0000", score: 90 }];
const COLUMNS = [
  { key: "number", head: "Number", cell: (row: (typeof ROWS)[number]) => row.number },
  { key: "score", head: "Score", cell: (row: (typeof ROWS)[number]) => row.score, numeric: true },
];
const TICKS = ["A confidence rating, map, and local time", "20 checks a day, with saved history and change alerts"];
const rowKey = (row: (typeof ROWS)[number]) => row.number;

export const LAYOUT: Parts = {
  DetailRows: {
    states: {
      filled: <DetailRows rows={[["Plan", "Weekly plan with a 3-day trial"], ["Next charge", "Nov 25, 2026"]]} />,
      "a long value": <DetailRows rows={[["Signed in as", "somebody.with.a.long.name@mail.example"]]} />,
    },
  },
  SettingsPart: {
    states: {
      "with a row": (
        <SettingsPart title="Passkeys">
          <ul className="list">
            <LineRow title="Laptop" note="Added on Nov 25, 2026" />
          </ul>
        </SettingsPart>
      ),
    },
  },
  DrawnCheck: { states: { done: <DrawnCheck /> } },
  NetworkMark: {
    states: Object.fromEntries(
      ["visa", "mastercard", "amex", "discover", "other"].map((
        name,
      ) => [name, <NetworkMark key={name} network={name} />]),
    ),
  },
  ChargeTimeline: {
    states: {
      "three charges": (
        <ChargeTimeline
          charges={[
            { when: "Today", sum: "$1.00" },
            { when: "Nov 25, 2026", sum: "$19.99" },
            { when: "Dec 2, 2026", sum: "$19.99" },
          ]}
        />
      ),
    },
  },
  EmptyState: {
    states: {
      "with an action": (
        <EmptyState drawing={<QuietDrawing />} title="No checks yet" action={<Button>Check number</Button>}>
          The numbers you check appear here.
        </EmptyState>
      ),
      "title alone": <EmptyState drawing={<QuietDrawing />} title="No checks yet" />,
    },
  },
  ErrorNotice: {
    states: {
      "no error": <ErrorNotice error="" />,
      error: <ErrorNotice error="We couldn't change the alert. Try again." />,
    },
  },
  Notice: {
    states: {
      info: notice("info"),
      done: notice("done"),
      caution: notice("caution"),
      error: notice("error"),
      "with an action": <Notice title="Your plan is paused" action={<Button>Continue plan</Button>} />,
    },
  },
  Page: {
    framed: true,
    states: {
      normal: <Page title="Your report">The body of the page.</Page>,
      narrow: <Page title="Sign in" width="narrow">The body of the page.</Page>,
      wide: <Page title="Checks" width="wide">The body of the page.</Page>,
      "with a picture": <Page title="Your report" picture="3-bank">The body of the page.</Page>,
    },
  },
  ProgressSteps: {
    states: {
      "at the start": <ProgressSteps groups={GROUPS} current={1} />,
      "in the second group": <ProgressSteps groups={GROUPS} current={5} />,
      "a page with the second group": <ProgressSteps groups={GROUPS} current={5} through={7} open={2} />,
      "at the end": <ProgressSteps groups={GROUPS} current={7} />,
    },
  },
  ReportSkeleton: { states: { loading: <ReportSkeleton label="Opening your report…" /> } },
  Skeleton: { states: { loading: <Skeleton />, "one line": <Skeleton lines={1} label="Loading the report" /> } },
  StepBars: {
    states: {
      "at first": <StepBars done={0} total={7}>0 of 7 checks done</StepBars>,
      "on the way": <StepBars done={2} total={3}>Step 2 of 3</StepBars>,
    },
  },
  SummaryText: {
    framed: true,
    states: {
      "two sections": (
        <SummaryText
          title="Privacy"
          lead="What we store, why, and for how long."
          lastChanged="2026-11-01T00:00:00.000Z"
          sections={["Reports", "Payments"].map((title) => ({
            id: title.toLowerCase(),
            title,
            summary: "We keep what the law asks for.",
            text: <p>The whole text of this section, for those who want to read it.</p>,
          }))}
        />
      ),
    },
  },
  Table: {
    wide: true,
    states: {
      filled: <Table caption="Checked numbers" columns={COLUMNS} rows={ROWS} rowKey={rowKey} />,
      empty: <Table caption="No checked numbers" columns={COLUMNS} rows={[]} rowKey={rowKey} />,
    },
  },
  TickList: {
    states: {
      "two lines": <TickList rows={TICKS} />,
      small: <TickList rows={TICKS} isSmall />,
    },
  },
  Drawing: {
    states: {
      "a frame of lines": (
        <Drawing box="0 0 200 40">
          <path d="M10 20h180" />
        </Drawing>
      ),
    },
  },
  ContactDrawing: { states: { normal: <ContactDrawing /> } },
  HappenedDrawing: { states: { normal: <HappenedDrawing /> } },
  QuietDrawing: { states: { normal: <QuietDrawing /> } },
  WantedDrawing: { states: { normal: <WantedDrawing /> } },
  WordmarkMark: { states: { normal: <WordmarkMark /> } },
  YouDrawing: { states: { normal: <YouDrawing /> } },
  HeroDrawing: { states: { normal: <HeroDrawing /> } },
  Icon: { dense: true, states: { ...iconStates(), "read aloud": <Icon name="warning" label="Warning" /> } },
  Picture: { dense: true, states: pictureStates() },
};

function iconStates() {
  return Object.fromEntries(asKeys<IconName>(ICON_PATHS).map((name) => [name, <Icon key={name} name={name} />]));
}

function pictureStates() {
  return Object.fromEntries(asKeys<PictureName>(PICTURES).map((name) => [name, <Picture key={name} name={name} />]));
}

function asKeys<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(table) as K[];
}
