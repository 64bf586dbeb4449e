/** The execution that `onClientInitialized` receives, with the members that programs for 5.x read of it. */
import { omitUndefined } from "../core/omit_undefined.ts";
import { warn } from "../log/log.ts";
import type { ExecutionMeta, ExecutionMetaCustomer, ExecutionMetaKey } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { InitializedExecution, LookupResponse, WorkflowExecutionResponse } from "../execution/execution.ts";
import type {
  CardMetadata,
  PaymentInstallments,
  PayPalMetadata,
  StorablePaymentCompositionOption,
  StoredPaymentInstrument,
} from "../execution/payment_method.ts";
import type { ApplePayConfig, PayPalConfig } from "../execution/wallet_settings.ts";
import type { InstallmentConfig } from "../options.ts";
import type { Configuration } from "./read_config.ts";
import { storedInDropin, storedOf } from "./stored_instruments.ts";

export function initializedExecution(session: Session): InitializedExecution | undefined {
  const { execution } = session.configuration;
  if (execution === undefined) return undefined;
  // Only the execution's own fields are listed and copied; the answers are in the prototype.
  return asInitialized(
    Object.defineProperties(new ExecutionAnswers(session), Object.getOwnPropertyDescriptors(execution)),
  );
}

function asInitialized(answers: ExecutionAnswers): InitializedExecution {
  return answers as unknown as InitializedExecution;
}

/** The parts of the session that the answers read and change. */
interface Session {
  readonly configuration: Pick<
    Configuration,
    "execution" | "methods" | "authorizeUrl" | "payoutUrl" | "startSessionUrl" | "createInstrumentUrl"
  >;
  readonly customer: ExecutionMetaCustomer | undefined;
  installmentConfig: InstallmentConfig | undefined;
  updateCustomer(customer: ExecutionMetaCustomer): void;
}

/** What the session knows of its execution and its payment methods. */
class ExecutionAnswers implements Omit<InitializedExecution, keyof WorkflowExecutionResponse> {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  get response(): WorkflowExecutionResponse {
    return asExecution(this.#session.configuration.execution);
  }

  get workflowCode(): string {
    return this.response.workflow?.code;
  }

  get lookup(): LookupResponse | undefined {
    return this.response.initialResults?.find(({ body }) => body?.name === "lookup");
  }

  get url(): string {
    return this.response.links?.self;
  }

  get availablePaymentMethods(): StorablePaymentCompositionOption[] {
    return this.#session.configuration.methods.map(asMethod);
  }

  get savedCreditCards(): StoredPaymentInstrument<CardMetadata>[] {
    return this.#stored("card");
  }

  get savedPaypalAccounts(): StoredPaymentInstrument<PayPalMetadata>[] {
    return this.#stored("payPal");
  }

  get savedGooglePayAccounts(): StoredPaymentInstrument<CardMetadata>[] {
    return this.#stored("googlePay");
  }

  get savedApplePayAccounts(): StoredPaymentInstrument<CardMetadata>[] {
    return this.#stored("applePay");
  }

  get storedPaymentInstruments(): StoredPaymentInstrument<PayPalMetadata & CardMetadata>[] {
    return this.#stored();
  }

  get storedDropinInstruments(): StoredPaymentInstrument<PayPalMetadata & CardMetadata>[] {
    return asStored(storedInDropin(this.#session.configuration.methods, () => undefined));
  }

  // deno-lint-ignore no-explicit-any -- its shape is Google's: a program passes it on
  get googlePayConfig(): any {
    return this.getFullPaymentMethodConfig("googlePay")?.config;
  }

  get applePayConfig(): ApplePayConfig["parameters"] {
    return asConfig<ApplePayConfig>(this.getFullPaymentMethodConfig("applePay"))?.parameters;
  }

  get paypalConfig(): PayPalConfig {
    return asConfig<PayPalConfig>(this.getFullPaymentMethodConfig("payPal"));
  }

  get authorizeLink(): string | undefined {
    return this.#session.configuration.authorizeUrl;
  }

  get payoutLink(): string | undefined {
    return this.#session.configuration.payoutUrl;
  }

  get createSessionLink(): string | undefined {
    return this.#session.configuration.startSessionUrl;
  }

  get createInstrumentLink(): string | undefined {
    return this.#session.configuration.createInstrumentUrl;
  }

  isPaymentMethodAvailable(code: string): boolean {
    return this.getFullPaymentMethodConfig(code) !== undefined;
  }

  getFullPaymentMethodConfig(code: string): StorablePaymentCompositionOption | undefined {
    return this.availablePaymentMethods.find(({ paymentMethodCode }) => paymentMethodCode === code);
  }

  isAddressSelectorEnabled(code: string): boolean | undefined {
    return this.getFullPaymentMethodConfig(code)?.clientConfig?.supportsBillingInfo;
  }

  isPaymentInstallmentsEnabled(code: string): boolean | undefined {
    return this.getFullPaymentMethodConfig(code)?.clientConfig?.supportsInstallments;
  }

  getPaymentInstallmentOptions(code: string): PaymentInstallments {
    return this.getFullPaymentMethodConfig(code)?.clientConfig?.installments ?? {};
  }

  getStoredInstrumentForPaymentMethod<Data = CardMetadata | PayPalMetadata>(
    code: string,
  ): StoredPaymentInstrument<Data>[] {
    return this.#stored(code);
  }

  getPaymentMethodForStoredInstrument(
    { paymentMethod }: StoredPaymentInstrument<object>,
  ): Omit<StorablePaymentCompositionOption, "paymentInstruments"> | undefined {
    const method = this.getFullPaymentMethodConfig(paymentMethod);
    return method && this.getPaymentMethodConfig(method);
  }

  getPaymentMethodConfig(method: object): Omit<StorablePaymentCompositionOption, "paymentInstruments"> {
    const { paymentInstruments: _, ...config } = asMethod(method);
    return config;
  }

  updateInstallmentOptions(installmentOptions?: PaymentInstallments): void {
    this.#session.installmentConfig = installmentOptions && { installmentOptions };
  }

  updateMeta(_key: ExecutionMetaKey, value: ExecutionMetaCustomer): void {
    this.#session.updateCustomer(value);
  }

  getAllowedMeta(): ExecutionMeta {
    const { customer, order } = this.response.meta ?? {};
    return omitUndefined({ customer, order });
  }

  getUpdatedMeta(): ExecutionMeta {
    return omitUndefined({ customer: this.#session.customer });
  }

  setResponse(_response: object): InitializedExecution {
    warn("setResponse has no effect: the session comes from your back end alone");
    return asInitialized(this);
  }

  #stored<Data>(code?: string): StoredPaymentInstrument<Data>[] {
    return asStored(storedOf(this.#session.configuration.methods, code));
  }
}

function asStored<Data>(stored: readonly StoredInstrument[]): StoredPaymentInstrument<Data>[] {
  return stored as readonly unknown[] as StoredPaymentInstrument<Data>[];
}

function asExecution(execution: unknown): WorkflowExecutionResponse {
  return execution as WorkflowExecutionResponse;
}

function asMethod(method: unknown): StorablePaymentCompositionOption {
  return method as StorablePaymentCompositionOption;
}

function asConfig<Config>(method: { config?: unknown } | undefined): Config {
  return method?.config as Config;
}
