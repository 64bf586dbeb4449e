/** An authenticator in software: makes a passkey and signs with it, as a browser's answers have them. */

type Bytes = Uint8Array<ArrayBuffer>;

export interface Authenticator {
  /** Returns the options of `startRegistration`. */
  register(options: { readonly challenge: string }, as?: { readonly flags?: number }): Promise<unknown>;
  /** Returns the options of `startAuthentication`. */
  sign(
    options: { readonly challenge: string },
    as?: { readonly origin?: string; readonly flags?: number },
  ): Promise<unknown>;
}

/** What the device says of the person: there, or there and verified by PIN, finger or face. */
export const PRESENT = 0x01;
export const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

export async function createAuthenticator(origin: string): Promise<Authenticator> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const id = crypto.getRandomValues(new Uint8Array(32));
  let counter = 0;
  const dataOf = async (flags: number, rest: Bytes = new Uint8Array()) => {
    counter += 1;
    const count = new Uint8Array([counter >> 24, counter >> 16, counter >> 8, counter]);
    return join(await sha256(text(new URL(origin).hostname)), new Uint8Array([flags]), count, rest);
  };
  const answer = (type: string, challenge: string, from: string, response: Record<string, string>) => ({
    id: base64(id),
    rawId: base64(id),
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: base64(clientData(type, challenge, from)), ...response },
  });
  return {
    async register({ challenge }, { flags = PRESENT_AND_VERIFIED } = {}) {
      const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", pair.publicKey);
      // COSE: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}
      const key = join(hex("a5010203262001215820"), bytesOf(x), hex("225820"), bytesOf(y));
      const credential = join(new Uint8Array(16), new Uint8Array([0, id.length]), id, key);
      const data = await dataOf(flags | HAS_CREDENTIAL, credential);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes of one-byte length}
      const object = join(
        hex("a363666d74646e6f6e656761747453746d74a068617574684461746158"),
        new Uint8Array([data.length]),
        data,
      );
      return answer("webauthn.create", challenge, origin, { attestationObject: base64(object) });
    },
    async sign({ challenge }, { origin: from = origin, flags = PRESENT_AND_VERIFIED } = {}) {
      const data = await dataOf(flags);
      const signed = join(data, await sha256(clientData("webauthn.get", challenge, from)));
      const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, pair.privateKey, signed);
      return answer("webauthn.get", challenge, from, {
        authenticatorData: base64(data),
        signature: base64(derOf(new Uint8Array(raw))),
      });
    },
  };
}

function clientData(type: string, challenge: string, origin: string): Bytes {
  return text(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** WebCrypto signs as r and s side by side; WebAuthn wants ASN.1. */
function derOf(raw: Bytes): Bytes {
  const whole = (part: Bytes) => {
    const from = part.findIndex((byte) => byte !== 0);
    const short = part.slice(Math.max(from, 0));
    const padded = (short[0] ?? 0) >= 0x80 ? join(new Uint8Array(1), short) : short;
    return join(new Uint8Array([0x02, padded.length]), padded);
  };
  const body = join(whole(raw.slice(0, 32)), whole(raw.slice(32)));
  return join(new Uint8Array([0x30, body.length]), body);
}

function join(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function text(words: string): Bytes {
  return new TextEncoder().encode(words);
}

function hex(digits: string): Bytes {
  return Uint8Array.fromHex(digits);
}

function bytesOf(base64Url: string): Bytes {
  return Uint8Array.fromBase64(base64Url, { alphabet: "base64url" });
}

function base64(bytes: Bytes): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
