/** Options of the list of stored cards. */
import type { CardFormStyles, CardFormTranslations, InstallmentConfig } from "../card_form/options.ts";
import type { Appearance, Css } from "../options.ts";
import type { StoredInstrument } from "../wire/config.ts";

/** Options of the stored-card list. The pay button pays with the card the shopper selects. */
export interface CardListOptions {
  /** Asks for the security code of the selected card again. Default false. */
  readonly requireCvv?: boolean;
  /** Default true: shows instalments when the session supports them and has choices for the issuer's country. */
  readonly showInstallments?: boolean;
  /** Overrides the session's instalment choices. */
  readonly installmentConfig?: InstallmentConfig;
  /** The merchant's texts; the others keep the client's language. */
  readonly translations?: {
    /** Heading of the list. */
    readonly legend?: string;
    /** Label of the choice that pays with another card; shown when the client has a card form. */
    readonly another?: string;
    readonly cardForm?: CardFormTranslations;
  };
  /** `container`: the list. `element`: its rows, `active` for the selected one. `cardForm`: the security code field. */
  readonly styles?: {
    readonly container?: { readonly styles?: Css };
    readonly element?: { readonly base?: Css; readonly active?: Css };
    readonly cardForm?: CardFormStyles;
  };
  /** Overrides the client's theme for this list. */
  readonly appearance?: Appearance;
  /** The shopper selected a stored card, or another card when `instrument` is undefined. */
  readonly events?: { readonly onCardSelected?: (event: { readonly instrument?: StoredInstrument }) => unknown };
}
