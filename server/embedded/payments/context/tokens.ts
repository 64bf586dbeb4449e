/** Bearer tokens: one kind opens a client's merchant API, the other a single execution (SECURITY M3). */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { jwtVerify } from "jose";
import type { Clock } from "../../../platform/clock.ts";
import { EXECUTION_TOKEN_S, MERCHANT_TOKEN_S, TOKEN_LEEWAY_S } from "./constants.ts";
import { ApiError } from "./api_errors.ts";

const ISSUER = "payments";
const MERCHANT = "merchant-api";
const CLIENT = "client-api";

/** Issues and reads the bearer tokens of both APIs. */
export interface Tokens {
  forMerchant(clientId: string): string;
  forExecution(executionId: string): string;
  /** The client id in a merchant token. Throws 401 for anything else. */
  readMerchant(authorization: string | undefined): Promise<string>;
  /** The execution id in an execution token. Throws 401 for anything else. */
  readExecution(authorization: string | undefined): Promise<string>;
}

/** How many verified signatures are remembered; tokens beyond that are verified again. */
const MAX_KNOWN = 20_000;

interface Known {
  readonly audience: string;
  readonly subject: string;
  readonly expiresS: number;
}

const HEADER = encodePart({ alg: "HS256", typ: "JWT" });

function encodePart(value: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs on this thread, since Web Crypto would hand it to another, and every payment begins with a token. */
function signJwt(secret: Uint8Array, claims: Readonly<Record<string, unknown>>): string {
  const signed = `${HEADER}.${encodePart(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

/** Creates the token service on the HMAC key `bytes`. `clock` decides when a token has expired. */
export async function createTokens(bytes: Uint8Array<ArrayBuffer>, clock: Clock): Promise<Tokens> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", bytes, hmac, false, ["verify"]);
  // Only the signature is remembered. Every use checks whether the token has expired.
  const known = new Map<string, Known>();
  const remember = (token: string, facts: Known) => {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(token, facts);
  };
  const sign = (audience: string, subject: string, lifetimeS: number) => {
    const nowS = Math.floor(clock.now() / 1000);
    const expiresS = nowS + lifetimeS;
    const token = signJwt(bytes, {
      iss: ISSUER,
      aud: audience,
      sub: subject,
      jti: crypto.randomUUID(),
      iat: nowS,
      exp: expiresS,
    });
    remember(token, { audience, subject, expiresS });
    return token;
  };
  const verify = async (audience: string, token: string): Promise<Known> => {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience,
      requiredClaims: ["sub", "jti", "exp"],
      clockTolerance: TOKEN_LEEWAY_S,
      currentDate: new Date(clock.now()),
    });
    const facts = { audience, subject: payload.sub ?? "", expiresS: payload.exp ?? 0 };
    remember(token, facts);
    return facts;
  };
  const read = async (audience: string, authorization: string | undefined) => {
    const [, token = ""] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "") ?? [];
    const seen = known.get(token);
    const isGood = seen !== undefined && seen.audience === audience &&
      seen.expiresS > Math.floor(clock.now() / 1000) - TOKEN_LEEWAY_S;
    if (isGood) return seen.subject;
    try {
      return (await verify(audience, token)).subject;
    } catch (cause) {
      throw new ApiError("unauthorized", { cause });
    }
  };
  return {
    forMerchant: (clientId) => sign(MERCHANT, clientId, MERCHANT_TOKEN_S),
    forExecution: (executionId) => sign(CLIENT, executionId, EXECUTION_TOKEN_S),
    readMerchant: (authorization) => read(MERCHANT, authorization),
    readExecution: (authorization) => read(CLIENT, authorization),
  };
}
