/** Instalments of a stored card. Its issuer's country is known, so the choices appear at once. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { FormContext } from "./form_context.ts";
import { Extras } from "./extras/extras.ts";
import type { InstallmentConfig } from "../options.ts";
import type { CardFormOptions } from "./options.ts";
import { requestedExtras } from "./requested_extras.ts";

type Options = {
  readonly [K in "showInstallments" | "installmentConfig" | "translations" | "styles"]?: CardFormOptions[K] | undefined;
};

/** Undefined when there are no choices. */
export function createStoredInstallments(
  instrument: StoredInstrument,
  { showInstallments, installmentConfig, translations, styles }: Options,
  context: FormContext,
): ((place: Element) => Extras) | undefined {
  const { paymentMethod, data } = instrument;
  const extras = requestedExtras(omitUndefined({ showInstallments }), context.session.configuration);
  if (paymentMethod !== "card" || !extras.showInstallments) return undefined;
  const options = {
    ...omitUndefined({ translations, styles }),
    showInstallments: true,
    installmentConfig: { ...issuerCountry(instrument), ...omitUndefined({ ...installmentConfig }) },
  };
  return (place) => {
    const extras = new Extras(options, { ...context, changed: () => {} });
    extras.mount(place);
    void extras.followBin(data?.bin ?? "");
    return extras;
  };
}

/** The country that decides the choices of a stored card. */
export function issuerCountry({ data }: StoredInstrument): InstallmentConfig {
  return omitUndefined({ installmentCountry: data?.binLookup?.issuerCountry?.code });
}
