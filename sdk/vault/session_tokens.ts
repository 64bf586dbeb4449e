/** The vault token of a payment session. An expired or refused token renews the session (SECURITY R14). */
import type { Session } from "../session/session.ts";
import { type GetBearerToken, isGoodToken } from "./bearer.ts";

export function sessionTokens(session: Session): GetBearerToken {
  const tokenOf = () => session.configuration.vault?.token ?? session.configuration.token;
  return async (refused) => {
    const { configuration } = session;
    const token = tokenOf();
    if (token !== refused && isGoodToken(token, Date.now())) return token;
    await session.renewAfter(configuration.token);
    return tokenOf();
  };
}
