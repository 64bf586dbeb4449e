/** Bearer tokens of the vault: reused until they expire. Calls at the same time share one fetch (S-VAULT-06). */
import { collectError } from "../errors/refuse.ts";

/** Returns a bearer token. `refused` is a token that the vault refused before it expired; return another one. */
export type GetBearerToken = (refused?: string) => string | Promise<string>;

/** Where a client's tokens come from. `kept` holds the tokens that all containers of the client share. */
export interface TokenSource {
  readonly get: GetBearerToken;
  kept?: BearerTokens;
}

export function tokensOf(source: TokenSource): BearerTokens {
  return source.kept ??= new BearerTokens(source.get);
}

/** Whether the token is a string of three parts, whose claims can be decoded and have not expired (S-VAULT-09). */
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

  /** Fetches another token after the vault refused one early. */
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
      throw collectError("bearer_token_rejected", { cause });
    }
    if (!isGoodToken(token, this.now())) throw collectError("invalid_bearer_token");
    this.#token = token;
    return token;
  }
}
