/** Stores the card of a form without paying, by the session's link and token. */
import type { Session } from "../session/session.ts";
import { BearerTokens } from "../vault/bearer.ts";
import { sessionTokens } from "../vault/session_tokens.ts";
import { saveInstrument, type TokenizeOptions } from "../vault/save_instrument.ts";
import type { CollectedValues } from "./options.ts";

export async function tokenizeCard(data: CollectedValues["cardData"], options: TokenizeOptions, session: Session) {
  const { vault, holderReference } = session.configuration;
  return await saveInstrument(data, { ...data, ...options }, {
    tokens: new BearerTokens(sessionTokens(session)),
    holderReference,
    saveInstrumentUrl: vault?.links?.saveInstrument?.href,
  });
}
