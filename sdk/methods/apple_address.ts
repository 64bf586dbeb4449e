/** Asks the merchant about the delivery address that the shopper chose in Apple's sheet. */
import type { Emitter } from "../emitter/emitter.ts";
import type { PaymentAttemptContext } from "../emitter/types.ts";
import { refusesAddress } from "./wallet.ts";

/** What Apple reveals of a delivery address before the payment is authorized. */
interface AppleContact {
  readonly locality?: string;
  readonly postalCode?: string;
  readonly administrativeArea?: string;
  readonly countryCode?: string;
}

/** The part of Apple's session that concerns the address. */
export interface AddressSession {
  onshippingcontactselected?: ((event: { readonly shippingContact: AppleContact }) => void) | null;
  completeShippingContactSelection?(update: object): void;
}

/** Apple closes the sheet without an answer for about 30 s. Where the page does not listen, the sheet asks nothing. */
export function followAddress(
  session: AddressSession,
  { events, attempt, newTotal }: {
    readonly events: Emitter;
    readonly attempt: PaymentAttemptContext;
    /** What the sheet shows next: the page may have added the cost of the delivery. */
    readonly newTotal: () => object;
  },
): void {
  if (events.listeners("deliveryAddressChanged").length === 0) return;
  session.onshippingcontactselected = async ({ shippingContact }) => {
    const isRefused = await refusesAddress(events, { ...attempt, deliveryAddress: addressOf(shippingContact) });
    const errors = isRefused ? { errors: [refusedAddress()] } : {};
    session.completeShippingContactSelection?.({ newTotal: newTotal(), ...errors });
  };
}

/** Apple reveals no more before the shopper authorizes the payment. */
function addressOf({ locality, postalCode, administrativeArea, countryCode }: AppleContact) {
  return { city: locality, postalCode, state: administrativeArea, country: { code: countryCode } };
}

/** The sheet says in its own language that the address cannot be used. */
function refusedAddress(): unknown {
  const ApplePayError: unknown = Reflect.get(globalThis, "ApplePayError");
  const given = ["shippingContactInvalid", "postalAddress"];
  return typeof ApplePayError === "function" ? Reflect.construct(ApplePayError, given) : { code: given[0] };
}
