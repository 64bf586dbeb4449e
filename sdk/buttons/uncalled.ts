/** Warns the merchant of callbacks that programs for 5.x may pass to a button which never calls them. */
import { warn } from "../log/log.ts";

/** Callbacks by the button that takes them without calling them, each with where it has its effect. */
const UNCALLED = {
  "a wallet button": { onBillingAddressChanged: "pass it to the drop-in" },
  "the button of a hosted page": {
    onClick: "use onButtonClicked, which is asked before the payment is sent",
    onSaveInstrumentCheckboxChanged: "pass it to a form or wallet",
    onBillingAddressChanged: "pass it to the card form or the drop-in",
    onDeliveryAddressChanged: "pass it to a wallet button",
    onPaymentOptionSelected: "pass it to the drop-in",
  },
} as const;

export function warnOfUncalled(button: keyof typeof UNCALLED, events: object = {}): void {
  for (const [name, instead] of Object.entries(UNCALLED[button])) {
    if (Reflect.get(events, name) !== undefined) warn(`${name} has no effect on ${button}: ${instead}`);
  }
}
