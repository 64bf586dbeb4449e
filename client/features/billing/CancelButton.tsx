/** One button and one confirmation that says what ends and when; both choices look the same. */
import { t } from "../../i18n/t.ts";
import { useEffect, useReducer } from "react";
import { longDate } from "../../lib/format/dates.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { cancelPlan } from "./cancel.ts";
import { CANCEL_DECIDED, CANCEL_START, cancelReducer } from "./cancel_state.ts";

export interface CancelButtonProps {
  readonly content: string;
  /** What stays available, and until when. */
  readonly until: string;
  readonly send: (content: string) => Promise<unknown>;
  readonly onCancelled?: () => void;
  /** True when the member came from an emailed link: one button, no second confirmation. */
  readonly isDecided?: boolean;
}

export function CancelButton({ content, until, send, onCancelled, isDecided = false }: CancelButtonProps) {
  const [state, dispatch] = useReducer(cancelReducer, isDecided ? CANCEL_DECIDED : CANCEL_START);
  useEffect(() => {
    if (state.kind === "done") onCancelled?.();
  }, [state.kind]);
  const ports = { dispatch, send };
  if (state.kind === "done") {
    return (
      <Notice kind="done" live testId="cancelled" title={t("Your plan is cancelled")}>
        <p>
          {t("You won't be charged again.")}{" "}
          {state.until !== "" && t("You keep access until {date}.", { date: longDate(state.until) })}{" "}
          {t("We've emailed you a confirmation.")}
        </p>
      </Notice>
    );
  }
  if (state.kind === "idle") {
    return (
      <Button onClick={() => dispatch({ type: "cancel_asked" })} testId="cancel-plan">{t("Cancel this plan")}</Button>
    );
  }
  return (
    <div className="stack stack--12">
      {!isDecided && <p>{t("Your plan ends and you won't be charged again.")} {until}</p>}
      {state.kind === "failed" && (
        <Notice kind="error" live>
          <p>{state.text}</p>
        </Notice>
      )}
      <div className="row">
        <Button
          kind="danger"
          onClick={() => void cancelPlan(ports, content)}
          busy={state.kind === "busy" ? t("Cancelling") : undefined}
          testId="cancel-confirm"
        >
          {isDecided ? t("Cancel plan") : t("Yes, cancel")}
        </Button>
        {!isDecided && <Button onClick={() => dispatch({ type: "cancel_dropped" })}>{t("Keep plan")}</Button>}
      </div>
    </div>
  );
}
