/** What merchants may set on the buttons of wallets and hosted pages. */
import type { ButtonStyles } from "../buttons/options.ts";
import type { CardFormEvents, PaymentEvents } from "../events.ts";
import type { Appearance, Environment } from "../options.ts";
import type { ReturnInfo } from "../wire/payments.ts";

export interface GenericRedirectButtonOptions {
  /** Which hosted page; Mercado Pago when left out. */
  readonly paymentMethod?: { readonly paymentMethodCode?: string };
  readonly openInNewTab?: boolean;
  readonly returnInfo?: ReturnInfo;
  readonly translations?: { readonly label?: string; readonly loading?: string };
  readonly styles?: ButtonStyles;
  readonly appearance?: Appearance;
  readonly events?: PaymentEvents;
}

export interface WalletEvents extends PaymentEvents {
  readonly onGooglePayAvailable?: () => unknown;
  readonly onApplePayAvailable?: () => unknown;
  readonly onPaypalAvailable?: () => unknown;
  /** PayPal's checkbox to keep the account. */
  readonly onSaveInstrumentCheckboxChanged?: NonNullable<CardFormEvents["onSaveInstrumentCheckboxChanged"]>;
  /** False, or an error, refuses the address. */
  readonly onDeliveryAddressChanged?: (address: unknown) => unknown;
}

interface WalletOptions {
  readonly alwaysStoreInstrument?: boolean;
  readonly returnInfo?: ReturnInfo;
  readonly events?: WalletEvents;
}

export interface GooglePayButtonOptions extends WalletOptions {
  readonly environment?: Environment;
  readonly merchantInfo?: { readonly merchantId?: string; readonly merchantName?: string };
  readonly translations?: { readonly unavailable?: string };
  readonly styles?: {
    readonly buttonColor?: string;
    readonly buttonType?: string;
    readonly buttonSizeMode?: string;
    readonly locale?: string;
  };
}

export interface ApplePayButtonOptions extends WalletOptions {
  readonly clientDomain?: string;
  /** A refused payment closes Apple's sheet at once; without it the sheet says that it failed. */
  readonly abortAfterAuthorizeFailed?: boolean;
  readonly translations?: { readonly unavailable?: string; readonly labels?: { readonly paymentScreenLabel?: string } };
  readonly styles?: { readonly type?: string; readonly style?: string; readonly locale?: string };
}

export interface PaypalButtonOptions extends WalletOptions {
  readonly translations?: { readonly labels?: { readonly saveInstrument?: string } };
  readonly styles?: {
    readonly color?: string;
    readonly height?: number;
    readonly shape?: string;
    readonly label?: string;
    readonly tagline?: boolean;
    /** As PayPal writes them: de_DE. */
    readonly locale?: string;
  };
}
