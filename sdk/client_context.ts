/** What the elements of one client share: the session, and the card that pays. */
import type { CardForm } from "./card_form/card_form.ts";
import type { Extras } from "./card_form/extras/extras.ts";
import type { ElementContext } from "./element_context.ts";
import type { GivenInstrument } from "./wire/instruments.ts";

/** The instalment choice for a stored card. */
export type StoredInstallments = Pick<Extras, "selectedInstallment" | "lock" | "configure" | "retext" | "end">;

export interface ClientContext extends ElementContext {
  readonly cardForm: () => CardForm | undefined;
  /** Sets the drop-in's card form when its option opens, and clears it when the option closes. */
  readonly showForm: (form: CardForm | undefined) => void;
  /** The stored card selected to pay with. */
  readonly instrument: () => GivenInstrument | undefined;
  /** Selects the stored card to pay with; undefined clears the selection. */
  readonly choose: (instrument: GivenInstrument | undefined) => void;
  /** The form that asks for the selected card's security code. */
  readonly codeForm: () => CardForm | undefined;
  readonly installments: () => StoredInstallments | undefined;
  /** Keeps the shopper from choosing another stored card while a payment runs. */
  readonly lockList?: (isLocked: boolean) => void;
}
