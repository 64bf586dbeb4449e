/** Bearer tokens: one kind opens the merchant API of a client, the other one execution and nothing else (SECURITY M3). */
import { jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../clock.ts";
import { EXECUTION_TOKEN_S, MERCHANT_TOKEN_S, TOKEN_LEEWAY_S } from "./constants.ts";
import { Fault } from "./faults.ts";

const ISSUER = "payments";
const MERCHANT = "merchant-api";
const CLIENT = "client-api";

export interface Tokens {
  forMerchant(clientId: string): Promise<string>;
  forExecution(executionId: string): Promise<string>;
  /** Client id of a merchant token; anything else is 401. */
  readMerchant(authorization: string | undefined): Promise<string>;
  /** Execution id of an execution token; anything else is 401. */
  readExecution(authorization: string | undefined): Promise<string>;
}

export function createTokens(secret: Uint8Array, clock: Clock): Tokens {
  const sign = (audience: string, subject: string, lifetimeS: number) => {
    const nowS = Math.floor(clock.now() / 1000);
    return new SignJWT().setProtectedHeader({ alg: "HS256", typ: "JWT" }).setIssuer(ISSUER).setAudience(audience)
      .setSubject(subject).setJti(crypto.randomUUID()).setIssuedAt(nowS).setExpirationTime(nowS + lifetimeS)
      .sign(secret);
  };
  const read = async (audience: string, authorization: string | undefined) => {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "") ?? [];
    try {
      const { payload } = await jwtVerify(token ?? "", secret, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience,
        requiredClaims: ["sub", "jti", "exp"],
        clockTolerance: TOKEN_LEEWAY_S,
        currentDate: new Date(clock.now()),
      });
      return payload.sub ?? "";
    } catch (cause) {
      throw new Fault("unauthorized", { cause });
    }
  };
  return {
    forMerchant: (clientId) => sign(MERCHANT, clientId, MERCHANT_TOKEN_S),
    forExecution: (executionId) => sign(CLIENT, executionId, EXECUTION_TOKEN_S),
    readMerchant: (authorization) => read(MERCHANT, authorization),
    readExecution: (authorization) => read(CLIENT, authorization),
  };
}
