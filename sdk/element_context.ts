/** What every element needs from its client. */
import type { LookUpBin } from "./api/bin.ts";
import type { Send } from "./api/http.ts";
import { type CallbackSource, Emitter } from "./emitter/emitter.ts";
import type { Bus } from "./log/logger.ts";
import type { PayrailsClientOptions } from "./options.ts";
import type { Language } from "./locales/language.ts";
import type { LinkRules } from "./session/links.ts";
import type { Session } from "./session/session.ts";

export interface ElementContext {
  readonly session: Session;
  readonly send: Send;
  readonly lookUpBin: LookUpBin;
  readonly rules: LinkRules;
  readonly initOptions: PayrailsClientOptions;
  readonly language: Language;
  /** Aborted when the client is destroyed. */
  readonly signal: AbortSignal;
  /** Sends to the client's observability frame; does nothing when telemetry is off. */
  readonly bus: Bus;
  /** Receives the events of elements made with this context. Default: the client. */
  readonly parent?: Emitter;
  /** Reports that the first element is usable, so that deferred work may start. */
  readonly ready: () => void;
}

/** The emitter of a new element: its own callbacks get an event first, then the client's. */
export function emitterOf(
  { parent, session }: Pick<ElementContext, "parent" | "session">,
  callbacks?: CallbackSource,
): Emitter {
  return new Emitter(callbacks, parent ?? session.events);
}
