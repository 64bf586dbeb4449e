/** Renders country, postal code and instalments as native controls. */
import type { Country } from "../../wire/payments.ts";
import type { EntryTexts, ExtrasTexts } from "../../locales/pack.ts";
import type { Css } from "../../options.ts";
import type { CardFormStyles, CardFormTranslations, LabelledStyles } from "../options.ts";
import { createStyler } from "../../ui/css.ts";
import { option } from "../../ui/controls/choices.ts";
import { element } from "../../ui/element.ts";
import type { AddressState } from "./address_state.ts";

export const EXTRAS: ExtrasTexts = {
  country: "Country",
  selectCountry: "Select Country",
  postalCode: "Postal Code",
  installments: "Split payment into monthly installments",
  inFull: "Pay in full",
};

/** As the fields of containers say it, whose code this part does not load. */
export const ENTRIES: Pick<EntryTexts, "empty" | "wrong"> = {
  empty: "Fill in this field.",
  wrong: "This doesn't look right. Check it and try again.",
};

export interface ExtrasView {
  readonly root: HTMLElement;
  readonly listCountries: (countries: readonly Country[]) => void;
  readonly drawAddress: (address: AddressState) => void;
  /** Moves the focus to the postal code, or to the country that has to be chosen before it. */
  readonly focusAddress: (address: AddressState) => void;
  readonly hideAddress: () => void;
  readonly showInstallments: (choices: readonly Choice[], chosen?: number | null) => void;
  readonly chosenCount: () => number | undefined;
  readonly retext: (translations: CardFormTranslations) => void;
  readonly restyle: (styles: CardFormStyles) => void;
  readonly lock: (isLocked: boolean) => void;
}

export interface Choice {
  readonly count: number;
  readonly text: string;
}

export interface ExtrasViewOptions {
  readonly texts: () => ExtrasTexts;
  readonly errors: () => typeof ENTRIES;
  readonly hasAddress: boolean;
  readonly translations: CardFormTranslations;
  readonly styles: CardFormStyles;
  readonly chooseCountry: (code: string) => void;
  readonly typePostalCode: (text: string) => void;
  readonly leavePostalCode: () => void;
  /** `undefined` means to pay in full. */
  readonly chooseInstallment: (count: number | undefined) => void;
}

let made = 0;

export function createExtrasView(options: ExtrasViewOptions): ExtrasView {
  const number = made++;
  const root = element("div", "payrails-extras");
  const country = checked(element("select"), `country-selector${number || ""}`);
  const postalCode = checked(element("input"), `postal-code-input${number || ""}`);
  postalCode.control.autocomplete = "billing postal-code";
  country.control.autocomplete = "billing country";
  const installments = labelled(element("select"), `payrails-installments${number || ""}`);
  installments.control.disabled = installments.wrapper.hidden = true;
  const address = element("div", "payrails-extras");
  address.id = "payrails-address-selector";
  address.append(country.wrapper, postalCode.wrapper);
  const styleAddress = createStyler(address);
  const styleInstallments = createStyler(installments.control);
  const restyle = ({ addressSelector, paymentInstallmentsDropdown }: CardFormStyles) => {
    styleAddress(addressSelector?.wrapper);
    country.style(addressSelector?.countrySelector);
    postalCode.style(addressSelector?.postalCodeInput);
    styleInstallments(paymentInstallmentsDropdown);
  };
  restyle(options.styles);
  if (options.hasAddress) root.append(address);
  root.append(installments.wrapper);
  country.control.addEventListener("change", () => options.chooseCountry(country.control.value));
  postalCode.control.addEventListener("input", () => options.typePostalCode(postalCode.control.value));
  postalCode.control.addEventListener("focusout", () => options.leavePostalCode());
  const chosenCount = () => Number(installments.control.value) || undefined;
  installments.control.addEventListener("change", () => options.chooseInstallment(chosenCount()));
  // Instalments may arrive while a payment runs.
  let isLocked = false;
  const inFull = option("", "");
  const none = option("", "");
  country.control.append(none);
  const retext = ({ addressSelector, labels }: CardFormTranslations) => {
    const texts = options.texts();
    country.label.textContent = addressSelector?.labels?.countrySelector ?? texts.country;
    postalCode.label.textContent = addressSelector?.labels?.postalCodeInput ?? texts.postalCode;
    none.textContent = addressSelector?.placeholders?.countrySelector ?? texts.selectCountry;
    postalCode.control.placeholder = addressSelector?.placeholders?.postalCodeInput ?? "";
    installments.label.textContent = labels?.paymentInstallments ?? texts.installments;
    inFull.textContent = labels?.paymentInFull ?? texts.inFull;
  };
  retext(options.translations);
  return {
    root,
    listCountries: (countries) =>
      country.control.replaceChildren(none, ...countries.map(({ code, name }) => option(name, code))),
    drawAddress: ({ country: chosen, postalCode: code, isErrorShown }) => {
      const { empty, wrong } = options.errors();
      country.control.value = chosen?.code ?? "";
      postalCode.wrapper.hidden = chosen?.showPostalCode !== true;
      country.fail(isErrorShown && chosen === undefined ? empty : "");
      postalCode.fail(isErrorShown && chosen !== undefined ? code.trim() === "" ? empty : wrong : "");
    },
    focusAddress: ({ country: chosen }) => (chosen === undefined ? country : postalCode).control.focus(),
    hideAddress: () => address.remove(),
    showInstallments: (choices, chosen) => {
      const rows = choices.map(({ count, text }) => option(text, String(count)));
      installments.control.replaceChildren(...(rows.length === 0 ? [] : [inFull]), ...rows);
      installments.control.value = String(choices.find(({ count }) => count === chosen)?.count ?? "");
      installments.wrapper.hidden = rows.length === 0;
      installments.control.disabled = isLocked || installments.wrapper.hidden;
    },
    chosenCount,
    retext,
    restyle,
    lock: (locked) => {
      isLocked = country.control.disabled = postalCode.control.disabled = locked;
      installments.control.disabled = isLocked || installments.control.length === 0;
    },
  };
}

function labelled<E extends HTMLSelectElement | HTMLInputElement>(control: E, id: string) {
  const wrapper = element("div", "payrails-extra");
  const label = element("label");
  label.htmlFor = control.id = id;
  wrapper.append(label, control);
  const stylers = [wrapper, label, control].map(createStyler);
  return {
    wrapper,
    label,
    control,
    /** Properties of the control, or of each part. */
    style: (styles: Css | LabelledStyles = {}) => {
      const parts: LabelledStyles = isLabelled(styles) ? styles : { element: styles };
      [parts.wrapper, parts.label, parts.element].forEach((css, index) => stylers[index]?.(css));
    },
  };
}

/** Adds the line that says what is wrong. */
function checked<E extends HTMLSelectElement | HTMLInputElement>(control: E, id: string) {
  const part = labelled(control, id);
  const error = element("p", "payrails-extra-error");
  error.id = `${id}-error`;
  error.setAttribute("aria-live", "polite");
  control.setAttribute("aria-describedby", error.id);
  part.wrapper.append(error);
  return {
    ...part,
    /** An empty text when nothing is wrong. */
    fail: (text: string) => {
      control.setAttribute("aria-invalid", String(text !== ""));
      // Read aloud again only when it changes.
      if (error.textContent !== text) error.textContent = text;
    },
  };
}

/** No CSS property is an object. */
function isLabelled(styles: Css | LabelledStyles): styles is LabelledStyles {
  return ["wrapper", "label", "element"].some((part) => typeof Reflect.get(styles, part) === "object");
}
