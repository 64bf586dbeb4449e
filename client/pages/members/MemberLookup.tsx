/** One number: the field with recent checks, or the report with the field below it. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, Suspense, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { DAILY_CHECKS } from "../../../server/wire/members/report.ts";
import { postReport } from "../../api/services.ts";
import { handedNumber } from "../../features/lookup/handed_number.ts";
import { fieldAfter, lookUp, type LookupPorts } from "../../features/lookup/lookup.ts";
import { LookupForm } from "../../features/lookup/LookupForm.tsx";
import { LOOKUP_START, lookupReducer } from "../../features/lookup/lookup_state.ts";
import { RecentChecks } from "../../features/reports/RecentChecks.tsx";
import { idToken } from "../../features/session/identity/identity.ts";
import { loadMySubscriptions, loadProfile } from "../../features/session/member.ts";
import { session } from "../../features/session/session_store.ts";
import { creditsText, leftText, otherDay } from "../../lib/format/checks_left.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { loadStored } from "./member_ports.ts";
import { EMPTY_VALIDATOR_DATA, keepLeft, slots } from "../../lib/storage/storage_keys.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { validator } from "../../lib/storage/validator_store.ts";
import type { PhoneValue } from "../../ui/controls/PhoneField.tsx";
import { ReportSkeleton } from "../../ui/layout/Skeleton.tsx";
import { useTitle } from "../../ui/layout/use_title.ts";
import { loadReport, MemberReport } from "../lazy_report.ts";
import type { MemberReportProps } from "./MemberReport.tsx";
import { reportHeaders } from "../visitor_country.ts";
import { BuyExtras, PACKS } from "../extras/lazy_extras.tsx";
import { HomeGuide } from "./home/HomeGuide.tsx";
import { WatchedNumbers } from "./home/WatchedNumbers.tsx";

export interface MemberLookupProps {
  /** The report that was bought, shown until a number is checked; empty for none. */
  readonly reportId: string;
  /** Above the form. */
  readonly title: string;
  /** Leads to the bulk check. */
  readonly ways: ReactNode;
}

export function MemberLookup({ reportId, title, ways }: MemberLookupProps) {
  useSignals();
  const [state, dispatch] = useReducer(lookupReducer, LOOKUP_START);
  const ports = useMemo(() => lookupPorts(dispatch), []);
  const result = useRef<HTMLDivElement>(null);
  const asked = useRef(EMPTY_VALIDATOR_DATA);
  const [isLost, setLost] = useState(false);
  const [claimed, setClaimed] = useState("");
  const profile = session.value.profile;
  const [typed, setTyped] = useState<PhoneValue | undefined>(handedNumber(useLocation().state));
  // The number that a new member paid for waits in the field; a number with a report is in the lists below it.
  const isNew = profile?.recent.length === 0;
  const number = typed ?? (isNew ? validator.value : { phoneNumber: "", country: visitorLocation.value.country });
  useEffect(() => {
    loadProfile().catch(() => undefined);
  }, [state.report?.id]);
  useEffect(() => {
    if (state.report === undefined) return;
    setTyped((now) => fieldAfter(asked.current, now ?? number));
    // What was entered while the check ran is about the next number.
    if (number.phoneNumber === asked.current.phoneNumber) setClaimed("");
    result.current?.focus({ preventScroll: false });
  }, [state.report]);
  const ask = () => {
    loadReport();
    asked.current = number;
    void lookUp(ports, number, claimed);
  };
  // While the next number is checked, the report before it stays, and the form keeps its place and the focus.
  const isReport = state.report !== undefined || (reportId !== "" && !isLost);
  const reportTitle = t("Your report");
  useTitle(isReport ? reportTitle : title);
  const bar = {
    heading: <h1>{reportTitle}</h1>,
    next: <a href="#another" className="button button--plain">{t("New check")}</a>,
  };
  const entry = (
    // What the profile brings later does not change a field that is already in use.
    <div className="lookup" onFocus={() => setTyped(number)}>
      <LookupForm
        value={number}
        onChange={setTyped}
        claimed={claimed}
        onClaim={setClaimed}
        onAsk={ask}
        isBusy={state.isBusy}
        error={state.error}
      />
      {state.needsCredits && <BuyExtras planIds={PACKS} onBought={() => undefined} />}
    </div>
  );
  return (
    <div className={isReport ? "stack stack--24" : "stack stack--48"}>
      {!isReport && (
        <div className="home">
          <div className="stack stack--24">
            <h1>{title}</h1>
            {ways}
            {entry}
          </div>
          {!state.isBusy && (
            <>
              <div className="home__side">
                <ChecksLeft />
                <WatchedNumbers />
              </div>
              {profile !== undefined && <RecentChecks recent={profile.recent} />}
            </>
          )}
        </div>
      )}
      {/* Without content it takes no room; it stays, so that what comes is read out. */}
      <div
        ref={result}
        tabIndex={-1}
        className={isReport || state.isBusy ? "stack stack--24" : "visually-hidden"}
        aria-live="polite"
        aria-busy={state.isBusy}
      >
        {state.isBusy && !isReport && <ReportSkeleton label={t("Checking number")} />}
        {state.report !== undefined && (
          <Suspense fallback={<ReportSkeleton label={t("Checking number")} />}>
            <MemberReport report={state.report} {...bar} />
          </Suspense>
        )}
        {state.report === undefined && isReport && (
          <BoughtReport
            id={reportId}
            onLost={() => setLost(true)}
            bar={bar}
          />
        )}
      </div>
      {isReport && (
        <section id="another" className="card card--mist another screen-only" aria-labelledby="another-title">
          <div className="stack stack--8">
            <h2 id="another-title" className="report__title">{t("Check another number")}</h2>
            {state.report !== undefined && <p className="small muted">{leftText(state.report.left)}</p>}
          </div>
          {entry}
        </section>
      )}
      {!isReport && !state.isBusy && <HomeGuide />}
    </div>
  );
}

interface BoughtReportProps {
  readonly id: string;
  /** The history has it too, and says so when it cannot be loaded. */
  readonly onLost: () => void;
  readonly bar: Pick<MemberReportProps, "heading" | "next">;
}

function BoughtReport({ id, onLost, bar }: BoughtReportProps) {
  const { loaded } = useLoaded(() => loadStored(id));
  useEffect(() => {
    if (loaded.kind === "failed") onLost();
  }, [loaded.kind]);
  return loaded.kind === "loaded" ? <MemberReport report={loaded.value} {...bar} /> : (
    <>
      {bar.heading}
      <ReportSkeleton label={t("Opening report")} />
    </>
  );
}

/** Look-ups left after the server's last response; with the date when that was not today (UTC). */
function ChecksLeft() {
  const atMs = slots.validationsCheckTimestamp.read();
  if (atMs === 0) return null;
  const day = otherDay(atMs, Date.now());
  const credits = slots.validationsCredits.read();
  const today = slots.validationsCount.read() - credits;
  const count = <b className="left__count">{today}</b>;
  return (
    <dl className="left" data-testid="checks-left">
      <dt>
        {day === "" ? t("Checks left today") : t("Checks left")}
        {day !== "" && <span className="small muted">{t("on {date}", { date: day })}</span>}
        {credits > 0 && <span className="small muted">{creditsText(credits)}</span>}
      </dt>
      <dd className="numbers">{today === 0 ? count : rich("{left} of {all}", { left: count, all: DAILY_CHECKS })}</dd>
    </dl>
  );
}

function lookupPorts(dispatch: LookupPorts["dispatch"]): LookupPorts {
  return {
    dispatch,
    report: async (body, countries) =>
      await postReport(body, { idToken: await idToken(), headers: reportHeaders(countries) }),
    subscriptions: loadMySubscriptions,
    user: () => {
      const { uid = "", displayName = "", email = "" } = session.value.user ?? {};
      return { uid, name: displayName, email };
    },
    keepLeft,
  };
}
