/** What the elements of one client share. */
import type { LookUpBin } from "./api/bin_lookup.ts";
import type { Send } from "./api/http.ts";
import type { CardForm } from "./card_form/card_form.ts";
import type { Extras } from "./card_form/extras.ts";
import type { Bus } from "./log/logger.ts";
import type { InitOptions } from "./options.ts";
import type { Language } from "./locales/language.ts";
import type { LinkRules } from "./session/links.ts";
import type { Session } from "./session/session.ts";
import type { StoredInstrument } from "./wire/config.ts";

/** In how many parts a stored card is paid. */
export type StoredInstallments = Pick<Extras, "selectedInstallment" | "lock">;

export interface ClientParts {
  readonly session: Session;
  readonly send: Send;
  readonly lookUpBin: LookUpBin;
  readonly rules: LinkRules;
  readonly initOptions: InitOptions;
  readonly language: Language;
  /** Aborted when the client is destroyed. */
  readonly signal: AbortSignal;
  readonly cardForm: () => CardForm | undefined;
  /** The drop-in's form while it is open; none when it is closed. */
  readonly showForm: (form: CardForm | undefined) => void;
  /** The stored card chosen to pay with. */
  readonly instrument: () => StoredInstrument | undefined;
  /** Where its security code is asked again. */
  readonly codeForm: () => CardForm | undefined;
  readonly installments: () => StoredInstallments | undefined;
  /** To the observability frame of this client; nowhere when telemetry is off. */
  readonly bus: Bus;
  /** What the page was opened for is there: what may wait until then begins. */
  readonly ready: () => void;
}
