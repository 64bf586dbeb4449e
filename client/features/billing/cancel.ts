/**
 * Cancelling: one call with a link's secret or an id; and the request by email, whose response is the same for every
 * address.
 */
import { t } from "../../i18n/t.ts";
import { actSentence } from "../../api/act_failure.ts";
import { errorString, failureSentence, textField } from "../../api/failure.ts";
import type { CancelEvent } from "./cancel_state.ts";

const REFUSED = t("We couldn't cancel your plan. Try again, or cancel by email.");
const REQUEST_TEXTS = {
  unanswered: t(
    "Our server didn't respond, so we don't know whether the email was sent. Check your inbox, or try again.",
  ),
  fallback: t("We couldn't send the email. You don't need to enter your address again. Just try again."),
};

export interface CancelPorts {
  readonly dispatch: (event: CancelEvent) => void;
  readonly send: (content: string) => Promise<unknown>;
  /** Shown when a call has no answer. Default: the page can be loaded again to see. */
  readonly unknown?: string;
}

export async function cancelPlan(ports: CancelPorts, content: string): Promise<void> {
  ports.dispatch({ type: "cancel_sent" });
  try {
    const answer = await ports.send(content);
    const error = errorString(answer);
    if (error === "") ports.dispatch({ type: "cancelled", until: textField(answer, "until") });
    else ports.dispatch({ type: "cancel_failed", text: error });
  } catch (reason) {
    ports.dispatch({ type: "cancel_failed", text: actSentence(reason, { unknown: ports.unknown, refused: REFUSED }) });
  }
}

export interface EmailRequestPorts {
  readonly send: (email: string) => Promise<void>;
}

export type EmailRequestEnd = { readonly kind: "sent" } | { readonly kind: "failed"; readonly text: string };

/** A known and an unknown address end the same way. */
export async function requestByEmail({ send }: EmailRequestPorts, email: string): Promise<EmailRequestEnd> {
  try {
    await send(email);
    return { kind: "sent" };
  } catch (reason) {
    return { kind: "failed", text: failureSentence(reason, REQUEST_TEXTS) };
  }
}
