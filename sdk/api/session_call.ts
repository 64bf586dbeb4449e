/**
 * A call of the session other than the payment itself. When it is refused with 401 or 403, it renews the session and is
 * sent once more (S-SEC-09).
 */
import { isAuthenticationFailure } from "../errors/from_response.ts";
import type { Configuration } from "../session/read_config.ts";
import type { Session } from "../session/session.ts";
import type { Answer, Call, Send } from "./http.ts";

export interface SessionCallPorts {
  readonly session: Session;
  readonly send: Send;
}

/** Calls `callOf` again for the renewed session, which has another token and other links. */
export async function sendInSession(
  { session, send }: SessionCallPorts,
  callOf: (configuration: Configuration) => Omit<Call, "token">,
): Promise<Answer> {
  const ask = () => {
    const { configuration } = session;
    return send({ ...callOf(configuration), token: configuration.token });
  };
  const { token } = session.configuration;
  const answer = await ask();
  if (answer.type !== "refused" || !isAuthenticationFailure(answer.status)) return answer;
  return await session.renewAfter(token) ? await ask() : answer;
}
