/** Programs for 5.45.0 that read members of the payloads which it gives no type. */
import { type InitOptions, type PaymentEvents, Payrails, type WorkflowExecutionResponse } from "@payrails/web-sdk";

type Told = (...said: string[]) => void;

export function readsFinalState(init: InitOptions, told: Told) {
  Payrails.init(init).applePayButton({
    events: {
      onSuccess(action, event) {
        if (event.finalState.code === "authorizeSuccessful") told(action, event.response.links.self);
      },
      onPending: (_action, event) => told(event.response.actionRequired.toUpperCase()),
    },
  });
}

export function readsOlderNames(init: InitOptions, told: Told) {
  Payrails.init(init).googlePayButton({
    events: {
      onAuthorizeSuccess: (event) => told(event.paymentInstrument.displayName),
      onAuthorizePending: ({ workflow: { code } }) => told(code),
      onAuthorizeFailed: (event) => told(event.details[0].reason.result, event.statusCode.toFixed()),
    },
  });
}

export function readsErrorMembers(init: InitOptions, told: Told) {
  const client = Payrails.init(init);
  const events: PaymentEvents = {
    onFailed(_action, event) {
      const retry: boolean = event.isRetriable;
      const after: number = event.retryAfterSeconds;
      for (const { field, text } of event.errors) told(field, text);
      told(String(retry), String(after), event["docUrl"]);
    },
  };
  client.paymentButton({ events });
  client.paypalButton({ events });
  client.genericRedirectButton({ paymentMethod: { paymentMethodCode: "pix" } }).update({ events });
  client.dropin({ events });
}

export function handsOnExecutions(init: InitOptions, told: Told): Promise<WorkflowExecutionResponse> {
  return new Promise((resolve, reject) => {
    const events: PaymentEvents = {
      onAuthorizeSuccess: (event) => resolve(event.execution),
      onAuthorizeFailed: ({ error, execution }) => {
        told(execution.merchantReference, execution.status[0].errors[0].reason.result);
        reject(new Error(error.message, { cause: error.statusCode }));
      },
      onAuthorizePending: ({ execution: { meta, workflow } }) => told(meta.order.reference, workflow.code),
    };
    Payrails.init(init).paymentButton({ events });
  });
}

export function keepsPayloads(init: InitOptions) {
  const kept: Record<string, unknown>[] = [];
  const latest: { executionId?: string; finalState?: { code: string } }[] = [];
  Payrails.init(init).dropin({
    events: {
      onSuccess: (_action, event) => kept.push(event),
      onPending: (_action, event) => latest.push(event),
      onFailed: (_action, event: { code: string; message: string; orderId?: string }) => kept.push({ ...event }),
    },
  });
  return { kept, latest };
}
