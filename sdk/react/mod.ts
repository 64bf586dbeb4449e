/**
 * React bindings: a provider that holds the client, its elements as components, and hooks.
 *
 * ```tsx
 * <PayrailsProvider init={init}>
 *   <CardForm />
 *   <PaymentButton events={{ onSuccess }} />
 * </PayrailsProvider>
 * ```
 */
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
export type { ClientHandlers, ElementHandlers } from "./handlers.ts";
export { PayrailsProvider, type PayrailsProviderProps, usePayrails, useResume } from "./provider.ts";
