/**
 * Creates the custom token that signs a member in after a passkey was verified: embedded, or with a service account.
 */
import { importPKCS8, SignJWT } from "jose";
import * as z from "zod/mini";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/values.ts";
import type { Upstream } from "../platform/http/upstream.ts";
import { customTokenSchema } from "../wire/passkeys.ts";

export type MakeCustomToken = (uid: string) => Promise<string>;
export interface TokenPorts {
  readonly config: Pick<Config, "identity">;
  readonly clock: Clock;
  readonly identity: Upstream;
}

const AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
const LIFE_S = 300;
const accountSchema = z.object({ client_email: z.string(), private_key: z.string() });

/** Undefined for a real provider without a service account; passkeys are then not offered. */
export async function openCustomTokens(ports: TokenPorts): Promise<MakeCustomToken | undefined> {
  const { identity } = ports.config;
  if (identity.mode === "embedded") return (uid) => askIdentity(uid, ports.identity);
  return identity.serviceAccountFile === "" ? undefined : await openServiceAccount(identity.serviceAccountFile, ports);
}

async function askIdentity(uid: string, identity: Upstream): Promise<string> {
  const answer = await identity(
    new Request("http://identity/custom_tokens", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ uid }),
    }),
  );
  if (!answer.ok) throw new Error(`The identity service answered ${answer.status}`);
  return z.parse(customTokenSchema, await answer.json()).token;
}

async function openServiceAccount(path: string, { clock }: TokenPorts): Promise<MakeCustomToken> {
  const wrong = (cause: unknown) =>
    new ConfigError("FIREBASE_SERVICE_ACCOUNT_FILE must be the JSON key file of a service account", { cause });
  try {
    const { client_email, private_key } = z.parse(accountSchema, JSON.parse(await Deno.readTextFile(path)));
    const key = await importPKCS8(private_key, "RS256");
    return async (uid) => {
      const nowS = Math.floor(clock.now() / 1_000);
      return await new SignJWT({ uid }).setProtectedHeader({ alg: "RS256", typ: "JWT" }).setIssuer(client_email)
        .setSubject(client_email).setAudience(AUDIENCE).setIssuedAt(nowS).setExpirationTime(nowS + LIFE_S).sign(key);
    };
  } catch (cause) {
    throw wrong(cause);
  }
}
