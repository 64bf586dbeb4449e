/** The SDK for React: a provider with the session, its elements as components, and hooks. */
export {
  ApplePayButton,
  CardForm,
  CardList,
  Dropin,
  GenericRedirectButton,
  GooglePayButton,
  PaymentButton,
  PaypalButton,
} from "./elements.ts";
export { PayrailsProvider, type PayrailsProviderProps, usePayrails, useResume } from "./provider.ts";
