/** Bearer tokens of the vault: kept while they are good, fetched anew otherwise; many callers share one fetch (spec S 4). */
import { SdkError } from "../errors/sdk_error.ts";

/** `refused` is the token that the server did not take, though its time is not over. */
export type GetBearerToken = (refused?: string) => string | Promise<string>;

/** Where a client's tokens come from; `kept` stands there once one was needed, for all its containers. */
export interface TokenSource {
  readonly get: GetBearerToken;
  kept?: BearerTokens;
}

export function tokensOf(source: TokenSource): BearerTokens {
  return source.kept ??= new BearerTokens(source.get);
}

/** Text, three parts of which the middle one can be decoded, and not past its expiry. */
export function isGoodToken(token: unknown, nowMs: number): token is string {
  const claims = typeof token === "string" ? claimsOf(token) : undefined;
  if (claims === undefined) return false;
  return claims.exp === undefined || (typeof claims.exp === "number" && claims.exp * 1000 > nowMs);
}

function claimsOf(token: string): { readonly exp?: unknown } | undefined {
  try {
    const [, payload = "", ...rest] = token.split(".");
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    return rest.length === 1 && typeof claims === "object" && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

export class BearerTokens {
  #token: string | undefined;
  #fetching: Promise<string> | undefined;

  constructor(private readonly getBearerToken: GetBearerToken, private readonly now: () => number = Date.now) {}

  get(): Promise<string> {
    if (isGoodToken(this.#token, this.now())) return Promise.resolve(this.#token);
    this.#fetching ??= this.#fetch().finally(() => this.#fetching = undefined);
    return this.#fetching;
  }

  /** Another token than the one the server refused though its time is not over; that one again where there is none. */
  renew(refused: string): Promise<string> {
    if (this.#token !== refused) return this.get();
    this.#token = undefined;
    this.#fetching ??= this.#fetch(refused).finally(() => this.#fetching = undefined);
    return this.#fetching;
  }

  async #fetch(refused?: string): Promise<string> {
    let token: unknown;
    try {
      token = await this.getBearerToken(refused);
    } catch (cause) {
      throw new SdkError("client:collect_container.bearer_token_rejected", { cause });
    }
    if (!isGoodToken(token, this.now())) throw new SdkError("client:collect_container.invalid_bearer_token");
    this.#token = token;
    return token;
  }
}
