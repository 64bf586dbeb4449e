/** The first digits of a card number, and the look-up of its issuer, whose code loads with the first look-up. */
import { SdkError } from "../errors/sdk_error.ts";
import type { Log } from "../log/log.ts";
import type { Session } from "../session/session.ts";
import type { Send } from "./http.ts";

export const MIN_DIGITS = 6;
export const MAX_DIGITS = 8;

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
export function lazyBinLookup(ports: BinPorts): LookUpBin {
  let loading: Promise<(bin: string) => Promise<BinLookup>> | undefined;
  return async (text) => {
    const bin = cleanBin(text);
    if (bin.length < MIN_DIGITS || ports.session.configuration.binLookupUrl === undefined) return undefined;
    try {
      loading ??= import("./bin_lookup.ts").then(({ createBinLookup }) => createBinLookup(ports));
      return await (await loading)(bin);
    } catch (cause) {
      // Lost code is a failed look-up. The next one tries again.
      loading = undefined;
      ports.log(new SdkError("client:bin_lookup_failed", { cause }));
      return { bin };
    }
  };
}
