/** Options of the list of stored cards. */
import type { CardFormStyles, CardFormTranslations } from "../card_form/options.ts";
import type { Appearance, Css, InstallmentConfig } from "../options.ts";
import type { StoredInstrument } from "../wire/instruments.ts";

/**
 * Options of the stored-card list. The pay button pays with the card the shopper selects, until the shopper enters the
 * card form.
 */
export interface CardListOptions {
  /**
   * Asks for the security code of the selected card again. Default false. The pay button is enabled as soon as a card
   * is selected: a press without a valid code pays nothing, shows the error of the field and moves the focus there.
   */
  requireCvv?: boolean;
  /** Default true: shows instalments when the session supports them and has choices for the issuer's country. */
  showInstallments?: boolean;
  /** Overrides the session's instalment choices. */
  installmentConfig?: InstallmentConfig;
  /** The merchant's texts; the others keep the client's language. */
  translations?: {
    /** Heading of the list. */
    legend?: string;
    /** Label of the choice that pays with another card; shown when the client has a card form. */
    another?: string;
    /** Texts of the security code field. */
    cardForm?: CardFormTranslations;
  };
  /** `container`: the list. `element`: its rows, `active` for the selected one. `cardForm`: the security code field. */
  styles?: {
    container?: {
      /** Its CSS. */
      styles?: Css;
    };
    element?: {
      /** In every state. */
      base?: Css;
      /** While the row is selected. */
      active?: Css;
    };
    cardForm?: CardFormStyles;
  };
  /** Overrides the client's theme for this list. */
  appearance?: Appearance;
  /**
   * The shopper selected a stored card; not called for the choice of another card. Programs for 5.x pass it beside
   * `events`.
   */
  onCardChange?: (card: StoredInstrument) => unknown;
  /** The shopper selected a stored card; or another card, or entered the card form, when `instrument` is undefined. */
  events?: {
    /** `instrument` is missing for another card. */
    onCardSelected?: (event: { instrument?: StoredInstrument }) => unknown;
  };
}
