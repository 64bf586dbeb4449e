/** Calls about a stored instrument: delete it or change it. */
import type { Send } from "../api/http.ts";
import { sendInSession } from "../api/session_call.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { Configuration } from "../session/read_config.ts";
import type { Session } from "../session/session.ts";
import type { SaveInstrumentResponse } from "../wire/instruments.ts";
import type { Amount } from "../wire/payments.ts";

/** Changes of a stored instrument. */
export interface InstrumentChange {
  /** `disabled` hides the instrument from the shopper and keeps it; `enabled` shows it again. */
  status?: "enabled" | "disabled";
  /** True makes it the shopper's preferred instrument. */
  default?: boolean;
  /** The merchant's own id of the instrument. */
  merchantReference?: string;
  /** The network's id of the first charge, which later charges without the shopper refer to. */
  networkTransactionReference?: string;
  /** The kind of the instrument, in lower case: `applepay`, `card`, `googlepay` or `paypal`. */
  paymentMethod?: string;
}

/** A payout to the shopper. */
export interface PayoutRequest {
  /** The amount to pay out. */
  amount: Amount;
  /** How it is paid out: one item for each instrument. */
  payoutComposition: {
    /** `api` or `hpp`. */
    integrationType: string;
    amount: Amount;
    /** A value of `PAYMENT_METHOD_CODES`. */
    paymentMethodCode: string;
    /** Default: the instrument of `client.setState`. */
    paymentInstrumentId?: string;
  }[];
}

/** Operations of `client.api`, each with its body and its answer. */
export interface Operations {
  /** `resourceId` is the instrument's id. */
  deleteInstrument: {
    /** What the call sends. */
    body: void;
    /** What the service answers. */
    answer: {
      /** True when it was done. */
      success: boolean;
    };
  };
  /** `resourceId` is the instrument's id. Returns the changed instrument. */
  updateInstrument: {
    /** What the call sends. */
    body: InstrumentChange;
    /** What the service answers. */
    answer: UpdatedInstrument;
  };
  /** Pays out, where the session allows it. Its end is reported to the merchant's back end by webhook. */
  payout: {
    /** What the call sends. */
    body: PayoutRequest;
    /** What the service answers. */
    answer: PayoutAnswer;
  };
}

/** An instrument after a change. */
export interface UpdatedInstrument extends Omit<SaveInstrumentResponse, "paymentMethod" | "data"> {
  /** A value of `PAYMENT_METHOD_CODES`. */
  paymentMethod: string;
  /** What identifies the card or account. */
  data: Partial<Omit<SaveInstrumentResponse["data"], "binLookup">> & {
    binLookup?: Partial<NonNullable<SaveInstrumentResponse["data"]["binLookup"]>>;
  };
}

/** Answer of `payout`: the payout was accepted. */
export interface PayoutAnswer {
  /** The kind of the answer. */
  name: "payout";
  /** ISO 8601. */
  executedAt: string;
  /** As the back end set it. */
  workspaceId: string;
  /** Id of the payout in the service. */
  actionId: string;
  /** Address of the execution, whose status says how the payout ends. */
  links: { execution: string };
}

/** One call of `client.api`. */
export interface ApiCall<K extends keyof Operations = keyof Operations> {
  /** Which call to make. */
  operation: K;
  /** The instrument's id; a payout has none. */
  resourceId?: string;
  /** What the call sends. */
  body?: Operations[K]["body"];
}

interface Ports {
  readonly session: Session;
  readonly send: Send;
  readonly signal: AbortSignal;
  /** The instrument that `client.setState` chose. */
  readonly instrument?: () => { readonly id: string } | undefined;
  /** Chooses another one, or none. */
  readonly choose?: (instrument: undefined) => void;
}

const METHOD = { deleteInstrument: "DELETE", updateInstrument: "PATCH", payout: "POST" } as const;

/**
 * Sends the call and updates the session's list, so that a deleted instrument is no longer offered. Resolves to the
 * service's answer.
 */
export async function callApi<K extends keyof Operations>(
  call: ApiCall<K>,
  { session, send, signal, instrument, choose }: Ports,
): Promise<Operations[K]["answer"]> {
  const { operation, resourceId = "" } = call;
  if (operation !== "payout" && (typeof resourceId !== "string" || resourceId === "")) {
    throw new SdkError("card_form:required_params", { params: { what: "resourceId" } });
  }
  const body = isPayout(call.body) ? paidTo(call.body, instrument?.()?.id) : call.body;
  const answer = await sendInSession({ session, send }, (configuration) => {
    const template = urlOf(operation, configuration);
    if (template === undefined) throw new SdkError("api:url_not_found", { params: { what: operation } });
    return {
      method: METHOD[operation],
      url: template.replace(":instrumentId", encodeURIComponent(resourceId)),
      signal,
      ...(body === undefined ? {} : { body }),
    };
  });
  if (answer.type === "refused") throw answer.error;
  if (answer.type === "unanswered") throw new SdkError("api:unknown", { cause: answer.cause });
  const { status, default: isDefault } = asChange(body);
  const isDeleted = operation === "deleteInstrument";
  if (isDeleted) session.forgetInstrument(resourceId);
  if (operation === "updateInstrument") {
    session.changeInstrument(resourceId, omitUndefined({ status, default: isDefault }));
  }
  // It can no longer pay, so the card form does.
  if ((isDeleted || status === "disabled") && instrument?.()?.id === resourceId) choose?.(undefined);
  return asAnswer(answer.body);
}

function urlOf(operation: keyof Operations, configuration: Configuration): string | undefined {
  const { instrumentDeleteUrl, instrumentUpdateUrl, payoutUrl } = configuration;
  return { deleteInstrument: instrumentDeleteUrl, updateInstrument: instrumentUpdateUrl, payout: payoutUrl }[operation];
}

function isPayout(body: unknown): body is PayoutRequest {
  return typeof body === "object" && body !== null && "payoutComposition" in body;
}

/** Items without an instrument are paid to the chosen one. */
function paidTo(body: PayoutRequest, paymentInstrumentId: string | undefined): PayoutRequest {
  const payoutComposition = body.payoutComposition.map((item) => ({
    ...omitUndefined({ paymentInstrumentId }),
    ...omitUndefined(item),
  }));
  return { ...body, payoutComposition };
}

function asChange(body: unknown): InstrumentChange {
  return (body ?? {}) as InstrumentChange;
}

/** The service's answer as it is. */
function asAnswer<Answer>(body: unknown): Answer {
  return body as Answer;
}
