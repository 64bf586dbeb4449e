/**
 * Looks up a card's issuer by the first digits of its number: at most one call in 500 ms. A failed look-up never blocks
 * the shopper.
 */
import { SdkError } from "../errors/sdk_error.ts";
import { isAuthenticationFailure } from "../errors/from_response.ts";
import type { BinLookup, BinPorts } from "./bin.ts";
import { sendInSession } from "./session_call.ts";

export const THROTTLE_MS = 500;

/** Looks up 6 to 8 digits in a session that has a link for it. */
export function createBinLookup({ session, send, log, signal }: BinPorts): (bin: string) => Promise<BinLookup> {
  const known = new Map<string, Promise<BinLookup>>();
  let freeAtMs = 0;
  /** A token that could not be renewed. Later look-ups with it do not ask the merchant again. */
  let endedToken = "";
  async function ask(url: string, bin: string) {
    const callOf = ({ binLookupUrl = url }) => ({ method: "POST", url: binLookupUrl, body: { bin }, signal }) as const;
    const { token } = session.configuration;
    if (token === endedToken) return await send({ ...callOf({}), token });
    const answer = await sendInSession({ session, send }, callOf);
    if (answer.type === "refused" && isAuthenticationFailure(answer.status)) endedToken = session.configuration.token;
    return answer;
  }
  async function lookUp(url: string, bin: string): Promise<BinLookup> {
    const nowMs = Date.now();
    const inMs = Math.max(0, freeAtMs - nowMs);
    freeAtMs = nowMs + inMs + THROTTLE_MS;
    if (inMs > 0) await new Promise((done) => setTimeout(done, inMs));
    const answer = await ask(url, bin);
    if (answer.type === "ok" && typeof answer.body === "object" && answer.body !== null) {
      return { ...answer.body, bin };
    }
    known.delete(bin);
    // A destroyed client logs nothing.
    if (!signal.aborted) {
      log(new SdkError("client:bin_lookup_failed", { cause: answer.type === "refused" ? answer.error : answer }));
    }
    return { bin };
  }
  return (bin) => {
    const lookup = known.get(bin) ?? lookUp(session.configuration.binLookupUrl ?? "", bin);
    known.set(bin, lookup);
    return lookup;
  };
}
