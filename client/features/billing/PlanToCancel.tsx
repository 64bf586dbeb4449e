/** The plan that a link or this browser can cancel: what ends and when, and afterwards what has ended. */
import { t } from "../../i18n/t.ts";
import { type ReactNode, useEffect, useReducer } from "react";
import type { PlanToCancel } from "../../../server/wire/billing/plan_to_cancel.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import { everyText, longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { DetailRows } from "../../ui/layout/DetailRows.tsx";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";
import { cancelPlan } from "./cancel.ts";
import { CANCEL_DECIDED, cancelReducer } from "./cancel_state.ts";

/** What cancelling means; without the plan it has no date. */
export function CancelLead({ plan }: { readonly plan: PlanToCancel | undefined }) {
  return (
    <p className="lead">
      {plan === undefined
        ? t(
          "Once you cancel, your plan won't renew and you won't be charged for it again. You keep access until the end of the period you paid for, and one-time purchases stay yours.",
        )
        : isPaidFor(plan)
        ? t(
          "If you cancel, you won't be charged for this plan again. You keep access until {date}, and one-time purchases stay yours.",
          {
            date: longDate(plan.current_period_end),
          },
        )
        : t("If you cancel, you won't be charged for this plan again. One-time purchases stay yours.")}
    </p>
  );
}

/** A plan whose renewal was declined has no paid time left. */
function isPaidFor({ current_period_end }: PlanToCancel): boolean {
  return Date.parse(current_period_end) > Date.now();
}

/** Plan, price and next charge. */
export function PlanSummary({ plan }: { readonly plan: PlanToCancel }) {
  const { plan_id, next_plan_id, next_charge } = plan;
  const next = findPlan(next_plan_id ?? plan_id);
  const price = next_charge === null
    ? ""
    : `${money(next_charge.cents)} ${next === undefined ? "" : everyText(next.length)}`;
  return (
    <DetailRows
      testId="plan-to-cancel"
      rows={[
        [t("Plan"), planName(findPlan(plan_id), "title")],
        [t("Price"), price],
        [t("Next charge"), next_charge === null ? "" : longDate(next_charge.at)],
      ]}
    />
  );
}

export interface CancelNowProps {
  /** The secret of an emailed link, or the id of an own plan. */
  readonly content: string;
  readonly send: (content: string) => Promise<unknown>;
  /** `until`: end of the paid period, ISO 8601; empty when the server did not say. */
  readonly onCancelled: (until: string) => void;
  /** The way back. */
  readonly keep: ReactNode;
}

/** The address no longer has the link's secret, so the same page can't be loaded again. */
const UNKNOWN = t(
  "We didn't get an answer, so we don't know whether your plan is canceled. Check your inbox for a confirmation, or try again to find out.",
);

/** The screen has already said what ends, so one press is enough. */
export function CancelNow({ content, send, onCancelled, keep }: CancelNowProps) {
  const [state, dispatch] = useReducer(cancelReducer, CANCEL_DECIDED);
  useEffect(() => {
    if (state.kind === "done") onCancelled(state.until);
  }, [state.kind]);
  return (
    <div className="stack stack--12">
      <ErrorNotice error={state.kind === "failed" ? state.text : ""} />
      <Button
        kind="danger"
        wide
        onClick={() => void cancelPlan({ dispatch, send, unknown: UNKNOWN }, content)}
        busy={state.kind === "busy" ? t("Canceling") : undefined}
        testId="cancel-confirm"
      >
        {t("Cancel plan")}
      </Button>
      {keep}
    </div>
  );
}

export interface CancelledReceiptProps {
  readonly plan: PlanToCancel | undefined;
  /** End of the paid period, ISO 8601; empty when the server did not say. */
  readonly until: string;
  /** Milliseconds; undefined for a plan that was cancelled before. */
  readonly cancelledMs: number | undefined;
}

/** What is kept of a cancellation, as a receipt: the plan, when it was cancelled, what follows. */
export function CancelledReceipt({ plan, until, cancelledMs }: CancelledReceiptProps) {
  return (
    <>
      <p className="lead" role="status" data-testid="cancelled">
        {t("You won't be charged for this plan again.")}{" "}
        {cancelledMs !== undefined && t("We've emailed you a confirmation.")}
      </p>
      <DetailRows
        rows={[
          [t("Plan"), plan === undefined ? "" : planName(findPlan(plan.plan_id), "title")],
          [t("Canceled"), cancelledMs === undefined ? "" : longDate(new Date(cancelledMs).toISOString())],
          [t("Next charge"), t("No further charge")],
          // The time that was paid for can be over: then there is no access left to promise.
          [t("Access until"), Date.parse(until) > Date.now() ? longDate(until) : ""],
        ]}
      />
    </>
  );
}
