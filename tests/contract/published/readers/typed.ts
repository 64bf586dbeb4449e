/** A program for our package: every line with `@ts-expect-error` has to be refused. */
import { type InitResponse, Payrails } from "../../../../sdk/mod.ts";

export function readsOwnMembers(init: InitResponse, told: (text: string) => void) {
  Payrails.init(init).paymentButton({
    events: {
      onSuccess(action, { executionId, amount }) {
        told(executionId);
        // @ts-expect-error the amount may be missing
        told(amount.value);
        // @ts-expect-error there are two actions
        if (action === "REFUND") told(action);
      },
      onFailed(_action, { code, decline }) {
        // @ts-expect-error no failure has this code
        if (code === "CARD_STOLEN") told(code);
        told(decline?.text ?? "");
        // @ts-expect-error the text is no number
        decline?.text.toFixed();
      },
      onPending(_action, { reason }) {
        // @ts-expect-error no payment is pending for this reason
        if (reason === "tired") told(reason);
      },
    },
  });
}
