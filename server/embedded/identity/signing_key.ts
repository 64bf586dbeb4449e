/** The key that signs ID tokens: made at first start, kept outside the database, its public half published as a JWK set. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { readOrCreateKeyFile } from "../../keys.ts";

const KEY_FILE = "identity_signing_key.json";
const ALGORITHM = "RS256";

export interface TokenCheck {
  readonly nowMs: number;
  readonly audience: string;
}
export interface SigningKey {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** The claims of a token this key signed for this audience and that has not expired, else undefined. */
  read(token: string, check: TokenCheck): Promise<Readonly<Record<string, unknown>> | undefined>;
  readonly publicSet: { readonly keys: readonly JWK[] };
}

export async function openSigningKey(keysDir: string): Promise<SigningKey> {
  const jwk = parseJwk(await readOrCreateKeyFile(keysDir, KEY_FILE, createKey));
  const { kty = "", n = "", e = "" } = jwk;
  const kid = await calculateJwkThumbprint({ kty, n, e });
  const publicJwk: JWK = { kty, n, e, kid, alg: ALGORITHM, use: "sig" };
  const privateKey = await importJWK(jwk, ALGORITHM);
  const publicKey = await importJWK(publicJwk, ALGORITHM);
  return {
    publicSet: { keys: [publicJwk] },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" }).sign(privateKey),
    read: async (token, { nowMs, audience }) => {
      try {
        const currentDate = new Date(nowMs);
        const options = { algorithms: [ALGORITHM], audience, currentDate, requiredClaims: ["exp", "sub"] };
        return (await jwtVerify(token, publicKey, options)).payload;
      } catch {
        return undefined;
      }
    },
  };
}

async function createKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  return JSON.stringify(await exportJWK(privateKey));
}

function parseJwk(text: string): JWK {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("n" in value) || !("d" in value)) {
    throw new TypeError(`${KEY_FILE} in KEYS_DIR is not a private key: remove it to have a new one made`);
  }
  return value as JWK;
}
