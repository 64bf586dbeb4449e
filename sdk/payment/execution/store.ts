/** Stores the account of a wallet without paying, in sessions of the type `tokenization`. */
import type { Answer } from "../../api/http.ts";
import { sendInSession } from "../../api/session_call.ts";
import type { ClientContext } from "../../client_context.ts";
import { omitUndefined } from "../../core/omit_undefined.ts";
import { isAuthenticationFailure } from "../../errors/from_response.ts";
import { paymentError } from "../../errors/payment_error.ts";
import { SdkError } from "../../errors/sdk_error.ts";
import type { Outcome } from "../outcome.ts";
import type { StoredInstrument } from "../../wire/instruments.ts";
import type { CompositionItem, ExecutionResponse } from "../../wire/payments.ts";

type Context = Pick<ClientContext, "session" | "send" | "signal">;

export async function store(
  { paymentMethodCode: paymentMethod, storeInstrument = false, paymentInstrumentData }: CompositionItem,
  { session, send, signal }: Context,
): Promise<Outcome> {
  // One key for both tries of an expired session.
  const idempotencyKey = crypto.randomUUID();
  const data = omitUndefined({ paymentToken: paymentInstrumentData?.paymentToken });
  const answer = await sendInSession({ session, send }, ({ createInstrumentUrl: url, holderReference }) => {
    if (url === undefined) throw new SdkError("api:url_not_found", { params: { what: "saving an instrument" } });
    const body = { holderReference, paymentMethod, storeInstrument, data };
    return { method: "POST", url, signal, idempotencyKey, body };
  });
  if (answer.type === "refused") return refused(answer);
  if (answer.type === "unanswered") throw new SdkError("api:unknown", { cause: answer.cause });
  const stored = asStored(answer.body);
  return { type: "success", execution: executionOf(session, stored.id), data: stored };
}

/** An expired session ends as it does where authorize meets one (S-BUTTON-19); any other refusal fails in pay.ts. */
function refused({ status, error: cause }: Extract<Answer, { type: "refused" }>): Outcome {
  if (!isAuthenticationFailure(status)) throw cause;
  const error = paymentError("api:request_authentication", { cause });
  const { message, serverError } = error;
  return { type: "failed", code: "AUTHENTICATION_ERROR", message, error, ...omitUndefined({ serverError }) };
}

/** The execution of the session, which nothing has paid. */
function executionOf({ configuration: { execution } }: Context["session"], id: string): ExecutionResponse {
  const self = execution?.links.self ?? "";
  return {
    id: execution?.id ?? "",
    status: execution?.status ?? [],
    paymentInstrumentId: id,
    links: { self, execution: self },
  };
}

/** The service's answer as it is. */
function asStored(body: unknown): StoredInstrument {
  return body as StoredInstrument;
}
