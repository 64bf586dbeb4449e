/** One number: the field, the report, and recent checks. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useReducer, useRef } from "react";
import { postReport } from "../../api/services.ts";
import { lookUp, type LookupPorts, subscriptionToUse } from "../../features/lookup/lookup.ts";
import { LookupForm } from "../../features/lookup/LookupForm.tsx";
import { LOOKUP_START, lookupReducer } from "../../features/lookup/lookup_state.ts";
import { RecentChecks } from "../../features/reports/RecentChecks.tsx";
import { idToken } from "../../features/session/identity/identity.ts";
import { loadMySubscriptions, loadProfile } from "../../features/session/member.ts";
import { session } from "../../features/session/session_store.ts";
import { longDate } from "../../lib/format/dates.ts";
import { keepLeft, slots } from "../../lib/storage/storage_keys.ts";
import { setNumber, validator } from "../../lib/storage/validator_store.ts";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { countryHeader } from "../visitor_country.ts";
import { MemberReport } from "./MemberReport.tsx";

export function MemberLookup() {
  useSignals();
  const [state, dispatch] = useReducer(lookupReducer, LOOKUP_START);
  const ports = useMemo(() => lookupPorts(dispatch), []);
  const result = useRef<HTMLDivElement>(null);
  const profile = session.value.profile;
  useEffect(() => {
    loadProfile().catch(() => undefined);
  }, [state.report?.id]);
  useEffect(() => {
    if (state.report !== undefined) result.current?.focus({ preventScroll: false });
  }, [state.report?.id]);
  const ask = (phoneNumber: string, country: string) => void lookUp(ports, { phoneNumber, country });
  return (
    <div className="stack stack--48">
      <div className="lookup">
        <LookupForm
          value={validator.value}
          onChange={setNumber}
          onAsk={() => ask(validator.value.phoneNumber, validator.value.country)}
          isBusy={state.isBusy}
          error={state.error}
        />
        {state.report === undefined && <LastLeft />}
      </div>
      <div ref={result} tabIndex={-1} className="stack stack--24" aria-live="polite" aria-busy={state.isBusy}>
        {state.isBusy && state.report === undefined && <Skeleton lines={8} label={t("Checking number")} />}
        {state.report !== undefined && <MemberReport report={state.report} />}
      </div>
      {profile !== undefined && (
        <RecentChecks
          recent={profile.recent}
          onAsk={(phoneNumber) => {
            setNumber({ phoneNumber, country: validator.value.country });
            ask(phoneNumber, "");
          }}
        />
      )}
    </div>
  );
}

/** Look-ups left after the server's last response. */
function LastLeft() {
  const atMs = slots.validationsCheckTimestamp.read();
  if (atMs === 0) return null;
  const day = longDate(new Date(atMs).toISOString());
  return (
    <p className="small muted">
      {t("Checks left on {day}: {count}.", { day, count: slots.validationsCount.read() })}
    </p>
  );
}

function lookupPorts(dispatch: LookupPorts["dispatch"]): LookupPorts {
  return {
    dispatch,
    report: async (body) => await postReport(body, { idToken: await idToken(), headers: countryHeader() }),
    subscriptionId: async () => subscriptionToUse(await loadMySubscriptions())?.subscription_id ?? "",
    user: () => {
      const { uid = "", displayName = "", email = "" } = session.value.user ?? {};
      return { uid, name: displayName, email };
    },
    keepLeft,
  };
}
