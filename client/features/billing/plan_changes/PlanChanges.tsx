/** Pause, resume or change the plan: first the amount, then one button that agrees to it. */
import { LOCALE } from "../../../i18n/language.ts";
import { t } from "../../../i18n/t.ts";
import { useReducer } from "react";
import { findPlan, isRecurring, type Plan, PLANS } from "../../../../server/wire/billing/plans.ts";
import type { Shown } from "../../../../server/wire/billing/purchase.ts";
import type { AgreedChange, Change, Subscription } from "../../../../server/wire/billing/subscriptions.ts";
import { everyText, monthsText } from "../../../lib/format/dates.ts";
import { planName } from "../../../lib/format/plan_names.ts";
import { money, per30DaysCents } from "../../../lib/format/money.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { Icon } from "../../../ui/pictures/Icon.tsx";
import { LineRow } from "../../../ui/rows/LineRow.tsx";
import { CHANGE_START, changeReducer } from "./change_state.ts";
import { agreeTo, askPrice, type ChangePorts, changeSentence } from "./changes.ts";

/** The alternatives to the current plan: one of each length. */
const SWITCH_TO = ["tck_weekly_3dtrial", "tck_3d5_1m3999", "tck_3month_plan"] as const;
const PAUSE_MONTHS = [1, 2, 3] as const;

export interface PlanChangesProps {
  readonly subscription: Subscription;
  readonly preview: (change: Change) => Promise<Shown>;
  readonly send: (agreed: AgreedChange) => Promise<unknown>;
  readonly onChanged: () => void;
  /** Cancelled, while the paid period lasts: the only change is to undo that. */
  readonly isCancelled?: boolean;
}

export function PlanChanges({ subscription, preview, send, onChanged, isCancelled = false }: PlanChangesProps) {
  const [state, dispatch] = useReducer(changeReducer, CHANGE_START);
  const ports: ChangePorts = {
    dispatch: (event) => {
      dispatch(event);
      if (event.type === "changed") onChanged();
    },
    preview,
    send,
    locale: LOCALE,
  };
  if (state.kind === "shown" || state.kind === "busy") {
    return (
      <div className="card card--mist stack stack--12" data-testid="change-shown">
        {state.kind === "shown" && state.isNew && <p>{t("The amount or date has changed. It's now:")}</p>}
        <p className="numbers">{changeSentence(state.change, state.shown)}</p>
        <div className="row">
          <Button
            kind="primary"
            busy={state.kind === "busy" ? t("Saving") : undefined}
            onClick={() => void agreeTo(ports, state)}
            testId="change-agree"
          >
            {label(state.change)}
          </Button>
          <Button onClick={() => dispatch({ type: "dropped" })} disabled={state.kind === "busy"}>
            {isCancelled ? t("Keep plan canceled") : t("Keep as is")}
          </Button>
        </div>
      </div>
    );
  }
  const ask = (change: Change) => void askPrice(ports, change);
  return (
    <div className="stack stack--12">
      {state.kind === "done" && (
        <Notice kind="done" live testId="change-done" title={t("Done")}>
          <p>{state.text}</p>
        </Notice>
      )}
      {state.kind === "failed" && (
        <Notice kind="error" live>
          <p>{state.text}</p>
        </Notice>
      )}
      {!isCancelled && <Choices subscription={subscription} isBusy={state.kind === "asking"} ask={ask} />}
      {isCancelled && state.kind !== "done" && (
        <div className="row">
          <Button disabled={state.kind === "asking"} onClick={() => ask({ kind: "reactivate" })} testId="reactivate">
            {t("Resume plan")}
          </Button>
        </div>
      )}
    </div>
  );
}

function label(change: Change): string {
  switch (change.kind) {
    case "pause":
      return t("Pause plan");
    case "resume":
      return t("Resume plan");
    case "reactivate":
      return t("Renew my plan");
    case "switch":
      return t("Change plan");
  }
}

interface ChoicesProps {
  readonly subscription: Subscription;
  readonly isBusy: boolean;
  readonly ask: (change: Change) => void;
}

function Choices({ subscription, isBusy, ask }: ChoicesProps) {
  const { status, paused_until, plan_id, next_plan_id } = subscription;
  const others = PLANS.filter((plan) =>
    SWITCH_TO.some((id) => id === plan.id) && isRecurring(plan) && plan.id !== (next_plan_id ?? plan_id)
  );
  const current = others.some(({ id }) => id === plan_id) ? undefined : findPlan(plan_id);
  const isPaused = paused_until !== undefined && paused_until !== null;
  const mayPause = !isPaused && status === "active";
  return (
    <>
      {isPaused && (
        <div className="row">
          <Button disabled={isBusy} onClick={() => ask({ kind: "resume" })} testId="resume">
            {t("Resume now")}
          </Button>
        </div>
      )}
      {mayPause && (
        <div className="stack stack--8">
          <h4>{t("Pause")}</h4>
          <div className="row">
            {PAUSE_MONTHS.map((months) => (
              <Button
                key={months}
                disabled={isBusy}
                onClick={() => ask({ kind: "pause", months })}
                testId={`pause-${months}`}
              >
                {monthsText(months)}
              </Button>
            ))}
          </div>
        </div>
      )}
      <div className="stack stack--8">
        {mayPause && <h4>{t("Other plans")}</h4>}
        <ul className="list">
          {current !== undefined && (
            <LineRow
              title={planName(current)}
              note={<PriceOfPlan plan={current} />}
              end={<span className="tag tag--new">{t("Your plan")}</span>}
            />
          )}
          {others.map((plan) => (
            <LineRow
              key={plan.id}
              opens
              title={
                <button
                  type="button"
                  className="opens__link"
                  disabled={isBusy}
                  onClick={() => ask({ kind: "switch", plan_id: plan.id })}
                  data-testid={`switch-${plan.id}`}
                >
                  <span>{planName(plan)}</span>{" "}
                  <span className="small muted">
                    <PriceOfPlan plan={plan} />
                  </span>
                </button>
              }
              end={<Icon name="chevron" size={20} className="opens__mark" />}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

/**
 * "$49.00 every 3 months · $16.33 per 30 days": plans of different lengths can be compared. The dot is drawn, and only
 * between two prices of one line.
 */
function PriceOfPlan({ plan }: { readonly plan: Plan }) {
  const month = per30DaysCents(plan);
  return (
    <span className="dotted">
      <span className="money">{money(plan.sum_cents)} {everyText(plan.length)}</span>{" "}
      {month !== undefined && <span className="money">{t("{sum} per 30 days", { sum: money(month) })}</span>}
    </span>
  );
}
