/** Calls about a stored instrument: delete it or change it. */
import type { Send } from "../api/http.ts";
import { sendInSession } from "../api/session_call.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { Session } from "../session/session.ts";

/** Changes of a stored instrument. */
export interface InstrumentChange {
  /** `disabled` hides the instrument from the shopper and keeps it; `enabled` shows it again. */
  readonly status?: "enabled" | "disabled";
  /** True makes it the shopper's preferred instrument. */
  readonly default?: boolean;
  /** The merchant's own id of the instrument. */
  readonly merchantReference?: string;
  /** The network's id of the first charge, which later charges without the shopper refer to. */
  readonly networkTransactionReference?: string;
  /** A value of `PAYMENT_METHOD_CODES`. */
  readonly paymentMethod?: string;
}

/** One call of `client.api`; `resourceId` is the instrument's id. */
export type ApiCall =
  | { readonly operation: "deleteInstrument"; readonly resourceId: string }
  | { readonly operation: "updateInstrument"; readonly resourceId: string; readonly body: InstrumentChange };

interface Ports {
  readonly session: Session;
  readonly send: Send;
  readonly signal: AbortSignal;
}

const METHOD = { deleteInstrument: "DELETE", updateInstrument: "PATCH" } as const;

/**
 * Sends the call and updates the session's list, so that a deleted instrument is no longer offered. Resolves to the
 * service's answer.
 */
export async function callApi(call: ApiCall, { session, send, signal }: Ports): Promise<unknown> {
  if (typeof call.resourceId !== "string" || call.resourceId === "") {
    throw new SdkError("card_form:required_params", { params: { what: "resourceId" } });
  }
  const answer = await sendInSession({ session, send }, ({ instrumentDeleteUrl, instrumentUpdateUrl }) => {
    const template = call.operation === "deleteInstrument" ? instrumentDeleteUrl : instrumentUpdateUrl;
    if (template === undefined) throw new SdkError("api:url_not_found", { params: { what: call.operation } });
    return {
      method: METHOD[call.operation],
      url: template.replace(":instrumentId", encodeURIComponent(call.resourceId)),
      signal,
      ...("body" in call ? { body: call.body } : {}),
    };
  });
  if (answer.type === "refused") throw answer.error;
  if (answer.type === "unanswered") throw new SdkError("api:unknown", { cause: answer.cause });
  if (call.operation === "deleteInstrument") session.forgetInstrument(call.resourceId);
  else session.changeInstrument(call.resourceId, call.body);
  return answer.body;
}
