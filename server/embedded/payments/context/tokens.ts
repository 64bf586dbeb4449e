/** Bearer tokens: one kind opens a client's merchant API, the other a single execution (SECURITY M3). */
import { jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../../platform/clock.ts";
import { EXECUTION_TOKEN_S, MERCHANT_TOKEN_S, TOKEN_LEEWAY_S } from "./constants.ts";
import { ApiError } from "./api_errors.ts";

const ALGORITHM = "HS256";
const ISSUER = "payments";
const MERCHANT = "merchant-api";
const CLIENT = "client-api";

/** Issues and reads the bearer tokens of both APIs. */
export interface Tokens {
  forMerchant(clientId: string): Promise<string>;
  forExecution(executionId: string): Promise<string>;
  /** The client id in a merchant token. Throws 401 for anything else. */
  readMerchant(authorization: string | undefined): Promise<string>;
  /** The execution id in an execution token. Throws 401 for anything else. */
  readExecution(authorization: string | undefined): Promise<string>;
}

/** Creates the token service on the HMAC key `bytes`. `clock` decides when a token has expired. */
export async function createTokens(bytes: Uint8Array<ArrayBuffer>, clock: Clock): Promise<Tokens> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", bytes, hmac, false, ["sign", "verify"]);
  const sign = async (audience: string, subject: string, lifetimeS: number) => {
    const nowS = Math.floor(clock.now() / 1000);
    return await new SignJWT({ jti: crypto.randomUUID() }).setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
      .setIssuer(ISSUER).setAudience(audience).setSubject(subject).setIssuedAt(nowS).setExpirationTime(nowS + lifetimeS)
      .sign(secret);
  };
  const read = async (audience: string, authorization: string | undefined) => {
    const [, token = ""] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "") ?? [];
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        requiredClaims: ["sub", "jti", "exp"],
        clockTolerance: TOKEN_LEEWAY_S,
        currentDate: new Date(clock.now()),
      });
      return payload.sub ?? "";
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
