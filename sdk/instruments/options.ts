/** What merchants may set on the list of stored cards. */
import type { CardFormStyles, CardFormTranslations, InstallmentConfig } from "../card_form/options.ts";
import type { Appearance, Css } from "../options.ts";
import type { StoredInstrument } from "../wire/config.ts";

/** The stored cards of the session as a list to choose from; what is chosen is what the pay button pays with. */
export interface CardListOptions {
  /** The security code of the chosen card is asked again. */
  readonly requireCvv?: boolean;
  /** False: none. Else where the session supports them and the country of the chosen card's bank has any. */
  readonly showInstallments?: boolean;
  readonly installmentConfig?: InstallmentConfig;
  readonly translations?: {
    readonly legend?: string;
    readonly another?: string;
    readonly cardForm?: CardFormTranslations;
  };
  readonly styles?: {
    readonly container?: { readonly styles?: Css };
    readonly element?: { readonly base?: Css; readonly active?: Css };
    readonly cardForm?: CardFormStyles;
  };
  readonly appearance?: Appearance;
  readonly events?: { readonly onCardSelected?: (event: { readonly instrument?: StoredInstrument }) => unknown };
}
