/** Asks who issued a card by its first digits: at most one call in 500 ms, and never a failure for the shopper. */
import { SdkError } from "../errors/sdk_error.ts";
import type { Log } from "../log/log.ts";
import { isAuthenticationFailure } from "../errors/from_response.ts";
import type { Send } from "./http.ts";
import { sendInSession } from "./session_call.ts";
import type { Session } from "../session/session.ts";
import { wait } from "../core/wait.ts";

export const MIN_DIGITS = 6;
export const MAX_DIGITS = 8;
export const THROTTLE_MS = 500;

export interface BinLookup {
  readonly bin: string;
  readonly network?: string;
  /** Of a co-badged card, all it can be paid over. */
  readonly networks?: readonly string[];
  readonly issuerCountry?: { readonly code: string; readonly name?: string };
  readonly [more: string]: unknown;
}

export interface BinPorts {
  readonly session: Session;
  readonly send: Send;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export type LookUpBin = (bin: string) => Promise<BinLookup | undefined>;

/** Digits only, dashes and X removed, at most 8 (spec S 5). */
export function cleanBin(text: string): string {
  return text.replace(/\D/g, "").slice(0, MAX_DIGITS);
}

/** Undefined where no call may be made: too few digits, or the session has no link. */
export function createBinLookup({ session, send, log, signal }: BinPorts): LookUpBin {
  const known = new Map<string, Promise<BinLookup>>();
  let freeAtMs = 0;
  /** A token that could not be renewed: typing on asks the merchant no second time. */
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
    if (inMs > 0) await wait(inMs, signal);
    const answer = await ask(url, bin);
    if (answer.type === "ok" && typeof answer.body === "object" && answer.body !== null) {
      return { ...answer.body, bin };
    }
    known.delete(bin);
    // A client that was destroyed meanwhile wants to know nothing any more.
    if (!signal.aborted) {
      log(new SdkError("client:bin_lookup_failed", { cause: answer.type === "refused" ? answer.error : answer }));
    }
    return { bin };
  }
  return (text) => {
    const bin = cleanBin(text);
    const url = session.configuration.binLookupUrl;
    if (bin.length < MIN_DIGITS || url === undefined) return Promise.resolve(undefined);
    const asked = known.get(bin) ?? lookUp(url, bin);
    known.set(bin, asked);
    return asked;
  };
}
