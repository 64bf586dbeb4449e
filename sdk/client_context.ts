/** What the elements of one client share: the session, and which card pays. */
import type { CardForm } from "./card_form/card_form.ts";
import type { Extras } from "./card_form/extras/extras.ts";
import type { ElementContext } from "./element_context.ts";
import type { StoredInstrument } from "./wire/config.ts";

/** In how many parts a stored card is paid. */
export type StoredInstallments = Pick<Extras, "selectedInstallment" | "lock">;

export interface ClientContext extends ElementContext {
  readonly cardForm: () => CardForm | undefined;
  /** The drop-in's form while it is open; none when it is closed. */
  readonly showForm: (form: CardForm | undefined) => void;
  /** The stored card chosen to pay with. */
  readonly instrument: () => StoredInstrument | undefined;
  /** Where its security code is asked again. */
  readonly codeForm: () => CardForm | undefined;
  readonly installments: () => StoredInstallments | undefined;
}
