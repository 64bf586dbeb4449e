/** Stores the card of a form without paying, by the session's link and token. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { Session } from "../session/session.ts";
import { BearerTokens } from "../vault/bearer.ts";
import { sessionTokens } from "../vault/session_tokens.ts";
import { saveInstrument, type TokenizeOptions } from "../vault/save_instrument.ts";
import type { CollectedValues } from "./options.ts";

/** What the shopper chose holds where the page says nothing else. */
export async function tokenizeCard(
  { cardData, storeInstrument }: CollectedValues,
  options: TokenizeOptions,
  session: Session,
) {
  const { vault, holderReference } = session.configuration;
  return await saveInstrument(cardData, { ...cardData, storeInstrument, ...omitUndefined({ ...options }) }, {
    tokens: new BearerTokens(sessionTokens(session)),
    holderReference,
    saveInstrumentUrl: vault?.links?.saveInstrument?.href,
  });
}
