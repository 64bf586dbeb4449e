/** Programs for 5.45.0 that use its answers and members as freely as it types them. */
import {
  type CollectContainerOptions,
  ElementType,
  type InitOptions,
  Payrails,
  PayrailsCollectContainer,
} from "@payrails/web-sdk";

type Told = (...said: (string | number)[]) => void;

export async function readsLookup(init: InitOptions, told: Told) {
  const lookup = await Payrails.init(init).binLookup();
  told(lookup.issuerCountry.code, lookup.cardType.toLowerCase());
}

export async function readsStoredAccount(init: InitOptions, told: Told) {
  const element = Payrails.init(init).dynamicElement({ paymentMethod: { paymentMethodCode: "bankAccount" } });
  const stored = await element.tokenize();
  told(stored.data.accountNumber.slice(-4), stored.holder.reference);
}

export function preparesStyles(init: InitOptions, told: Told) {
  const form = Payrails.init(init).cardForm({});
  told(form.getErrorTextStyles({ base: { color: "red" } }).base.color);
  told(form.prepareInputStyles({ base: { color: "red" } }, ElementType.CVV).base?.color ?? "");
}

export function addsInstallments(init: InitOptions, told: Told) {
  const methods = Payrails.init(init).query("paymentMethodConfig", { paymentMethodCode: "card" });
  const first = Array.isArray(methods) ? methods[0] : methods;
  const choices = first?.clientConfig?.installments?.BR ?? [];
  told(choices.reduce((sum, { amount }) => sum + amount, 0));
}

export function sharesDropdown(init: InitOptions, told: Told) {
  const client = Payrails.init(init);
  const [one, other] = [client.paymentButton({}), Payrails.init(init).paymentButton({})];
  if (one.paymentInstallmentElement) other.setPaymentInstallmentsDropdown(one.paymentInstallmentElement);
  told(one.paymentInstallmentElement?.selectedInstallmentValue ?? 0);
}

type Vault = ConstructorParameters<typeof PayrailsCollectContainer>[0];

export function makesContainer(vault: Vault, options: CollectContainerOptions) {
  return [new PayrailsCollectContainer(vault, options), PayrailsCollectContainer.init(vault, options)];
}

export function listensToField(init: InitOptions, told: Told) {
  const field = Payrails.init(init).collectContainer({}).createCollectElement({ type: ElementType.CVV });
  const handlers: Record<string, { handleEvent(state: { mine: string }): void } | ((state: { mine: string }) => void)> =
    { READY: ({ mine }) => told(mine) };
  field.on("READY", handlers.READY);
  field.on("CHANGE", (state: { mine: string }) => told(state.mine));
  const place: { current: HTMLElement | number | null } = { current: null };
  field.mount?.(place.current);
}
