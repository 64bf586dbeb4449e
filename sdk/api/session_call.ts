/** A call of the session beside the payment itself: one that is refused with 401 or 403 renews the session and goes once more. */
import { isAuthenticationFailure } from "../errors/from_response.ts";
import type { Configuration } from "../session/read_config.ts";
import type { Session } from "../session/session.ts";
import type { Answer, Call, Send } from "./http.ts";

export interface SessionCallPorts {
  readonly session: Session;
  readonly send: Send;
}

/** `callOf` is asked again for the new session: its token and links are other ones. */
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
