/** Pause, resume or change the plan: first the amount, then one button that agrees to it. */
import { LOCALE } from "../../../i18n/language.ts";
import { t } from "../../../i18n/t.ts";
import { useReducer, useRef } from "react";
import { findPlan, isRecurring, type Plan, PLANS } from "../../../../server/wire/billing/plans.ts";
import type { Shown } from "../../../../server/wire/billing/purchase.ts";
import type { AgreedChange, Change, Subscription } from "../../../../server/wire/billing/subscriptions.ts";
import { everyText, monthsText } from "../../../lib/format/dates.ts";
import { planName } from "../../../lib/format/plan_names.ts";
import { money, per30DaysCents } from "../../../lib/format/money.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { takeFocus } from "../../../ui/controls/take_focus.ts";
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
  /** The pause has ended, and its charge is not paid: the text says why. The plan may no longer be changed then. */
  readonly onUnpaid?: (text: string) => void;
  /** Cancelled, while the paid period lasts: the only change is to undo that. */
  readonly isCancelled?: boolean;
}

export function PlanChanges(props: PlanChangesProps) {
  const { subscription, preview, send, onChanged, onUnpaid, isCancelled = false } = props;
  const [state, dispatch] = useReducer(changeReducer, CHANGE_START);
  /** The choice that was pressed has the focus when it appears again. */
  const pressed = useRef("");
  const ports: ChangePorts = {
    dispatch: (event) => {
      if (event.type === "changed" || event.type === "unpaid") pressed.current = "";
      dispatch(event);
      if (event.type === "changed") onChanged();
      if (event.type === "unpaid") onUnpaid?.(event.text);
    },
    preview,
    send,
    locale: LOCALE,
    planId: subscription.plan_id,
  };
  if (state.kind === "shown" || state.kind === "busy") {
    return (
      <div className="card card--mist stack stack--12" data-testid="change-shown">
        {state.kind === "shown" && state.isNew && <p>{t("The amount or date has changed. It's now:")}</p>}
        <p ref={takeFocus} className="numbers" tabIndex={-1}>
          {changeSentence(state.change, state.shown, subscription.plan_id)}
        </p>
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
  const isAsking = state.kind === "asking";
  const choices: ChoicesState = {
    pressed: pressed.current,
    // A disabled button would lose the focus; the pressed one ignores presses instead.
    isDisabled: (id) => isAsking && id !== pressed.current,
    ask: (change) => {
      if (isAsking) return;
      pressed.current = choiceId(change);
      void askPrice(ports, change);
    },
  };
  return (
    <div className="stack stack--12">
      {state.kind === "done" && (
        <Notice kind="done" live testId="change-done" title={t("Done")}>
          <p ref={takeFocus} tabIndex={-1}>{state.text}</p>
        </Notice>
      )}
      {state.kind === "failed" && (
        <Notice kind="error" live>
          <p>{state.text}</p>
        </Notice>
      )}
      {!isCancelled && <Choices subscription={subscription} {...choices} />}
      {isCancelled && state.kind !== "done" && (
        <div className="row">
          <Choice change={{ kind: "reactivate" }} {...choices}>{t("Undo cancellation")}</Choice>
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
      return t("Undo cancellation");
    case "switch":
      return t("Change plan");
  }
}

interface ChoicesState {
  readonly pressed: string;
  readonly isDisabled: (id: string) => boolean;
  readonly ask: (change: Change) => void;
}

function choiceId(change: Change): string {
  switch (change.kind) {
    case "pause":
      return `pause-${change.months}`;
    case "switch":
      return `switch-${change.plan_id}`;
    case "resume":
    case "reactivate":
      return change.kind;
  }
}

interface ChoiceProps extends ChoicesState {
  readonly change: Change;
  readonly children: string;
}

function Choice({ change, pressed, isDisabled, ask, children }: ChoiceProps) {
  const id = choiceId(change);
  return (
    <Button disabled={isDisabled(id)} onClick={() => ask(change)} takesFocus={id === pressed} testId={id}>
      {children}
    </Button>
  );
}

function Choices({ subscription, ...choices }: ChoicesState & { readonly subscription: Subscription }) {
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
          <Choice change={{ kind: "resume" }} {...choices}>{t("Resume now")}</Choice>
        </div>
      )}
      {mayPause && (
        <div className="stack stack--8">
          <h4>{t("Pause")}</h4>
          <div className="row">
            {PAUSE_MONTHS.map((months) => (
              <Choice key={months} change={{ kind: "pause", months }} {...choices}>{monthsText(months)}</Choice>
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
              title={<OtherPlan plan={plan} {...choices} />}
              end={<Icon name="chevron" size={20} className="opens__mark" />}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

function OtherPlan({ plan, pressed, isDisabled, ask }: ChoicesState & { readonly plan: Plan }) {
  const change: Change = { kind: "switch", plan_id: plan.id };
  const id = choiceId(change);
  return (
    <button
      type="button"
      className="opens__link"
      disabled={isDisabled(id)}
      onClick={() => ask(change)}
      autoFocus={id === pressed}
      data-testid={id}
    >
      <span>{planName(plan)}</span>{" "}
      <span className="small muted">
        <PriceOfPlan plan={plan} />
      </span>
    </button>
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
