/**
 * Looks up a card's issuer by the first digits of its number: at most one call in 500 ms. A failed look-up never blocks
 * the shopper.
 */
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

/** Answer of a BIN look-up. Only `bin` is present when the look-up failed. */
export interface BinLookup {
  /** The digits that were looked up: 6 to 8. */
  readonly bin: string;
  /** The card's main network, such as `visa`. */
  readonly network?: string;
  /** All networks of a co-badged card. */
  readonly networks?: readonly string[];
  /** `code` is ISO 3166-1 alpha-2. */
  readonly issuerCountry?: {
    /** ISO 3166-1 alpha-2. */
    readonly code: string;
    /** For display, in English. */
    readonly name?: string;
  };
  /** Further fields of the provider, unchanged. */
  readonly [more: string]: unknown;
}

export interface BinPorts {
  readonly session: Session;
  readonly send: Send;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export type LookUpBin = (bin: string) => Promise<BinLookup | undefined>;

/** Keeps digits only, 8 at most (S-BIN-04). */
export function cleanBin(text: string): string {
  return text.replace(/\D/g, "").slice(0, MAX_DIGITS);
}

/** The look-up resolves to undefined when the number has too few digits or the session has no link. */
export function createBinLookup({ session, send, log, signal }: BinPorts): LookUpBin {
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
    if (inMs > 0) await wait(inMs, signal);
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
  return (text) => {
    const bin = cleanBin(text);
    const url = session.configuration.binLookupUrl;
    if (bin.length < MIN_DIGITS || url === undefined) return Promise.resolve(undefined);
    const lookup = known.get(bin) ?? lookUp(url, bin);
    known.set(bin, lookup);
    return lookup;
  };
}
