/** One button and one confirmation that says what ends and when; both choices look the same. */
import { t } from "../../i18n/t.ts";
import { useEffect, useReducer, useRef } from "react";
import { longDate } from "../../lib/format/dates.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { Notice } from "../../ui/layout/Notice.tsx";
import { cancelPlan } from "./cancel.ts";
import { CANCEL_START, cancelReducer } from "./cancel_state.ts";

export interface CancelButtonProps {
  readonly content: string;
  /** End of the paid period, ISO 8601. */
  readonly until: string;
  readonly send: (content: string) => Promise<unknown>;
  readonly onCancelled?: () => void;
}

export function CancelButton({ content, until, send, onCancelled }: CancelButtonProps) {
  const [state, dispatch] = useReducer(cancelReducer, CANCEL_START);
  const hasAsked = useRef(false);
  if (state.kind === "asking") hasAsked.current = true;
  useEffect(() => {
    if (state.kind === "done") onCancelled?.();
  }, [state.kind]);
  const ports = { dispatch, send };
  if (state.kind === "done") {
    return (
      <Notice kind="done" live testId="cancelled" title={t("Your plan is canceled")}>
        <p ref={takeFocus} tabIndex={-1}>
          {t("You won't be charged for this plan again.")} {accessText(state.until)}{" "}
          {t("We've emailed you a confirmation.")}
        </p>
      </Notice>
    );
  }
  if (state.kind === "idle") {
    return (
      <Button
        onClick={() => dispatch({ type: "cancel_asked" })}
        takesFocus={hasAsked.current}
        testId="cancel-plan"
      >
        {t("Cancel this plan")}
      </Button>
    );
  }
  return (
    <div className="stack stack--12">
      <p ref={takeFocus} tabIndex={-1}>
        {t("Your plan ends and you won't be charged for it again.")} {accessText(until)}
      </p>
      {state.kind === "failed" && (
        <Notice kind="error" live>
          <p>{state.text}</p>
        </Notice>
      )}
      <div className="row">
        <Button
          kind="danger"
          onClick={() => void cancelPlan(ports, content)}
          busy={state.kind === "busy" ? t("Canceling") : undefined}
          testId="cancel-confirm"
        >
          {t("Yes, cancel")}
        </Button>
        <Button onClick={() => dispatch({ type: "cancel_dropped" })} disabled={state.kind === "busy"}>
          {t("Keep plan")}
        </Button>
      </div>
    </div>
  );
}

/** Empty in a pause and while a declined renewal is retried: the time that was paid for is over then. */
function accessText(until: string): string {
  return Date.parse(until) > Date.now() ? t("You keep access until {date}.", { date: longDate(until) }) : "";
}
