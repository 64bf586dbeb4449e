/** What every element of a client needs of it. */
import type { LookUpBin } from "./api/bin_lookup.ts";
import type { Send } from "./api/http.ts";
import type { Bus } from "./log/logger.ts";
import type { InitOptions } from "./options.ts";
import type { Language } from "./locales/language.ts";
import type { LinkRules } from "./session/links.ts";
import type { Session } from "./session/session.ts";

export interface ElementContext {
  readonly session: Session;
  readonly send: Send;
  readonly lookUpBin: LookUpBin;
  readonly rules: LinkRules;
  readonly initOptions: InitOptions;
  readonly language: Language;
  /** Aborted when the client is destroyed. */
  readonly signal: AbortSignal;
  /** To the observability frame of this client; nowhere when telemetry is off. */
  readonly bus: Bus;
  /** What the page was opened for is there: what may wait until then begins. */
  readonly ready: () => void;
}
