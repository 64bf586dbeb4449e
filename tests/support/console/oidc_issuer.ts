/**
 * A small OpenID Connect provider on loopback: signs in the person that the test names, and checks the code's PKCE
 * proof.
 */
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";

export type Claims = Readonly<Record<string, unknown>>;

/** What a forger has from the provider: its published key, and tokens that it has issued. */
interface Provider {
  readonly published: CryptoKey;
  readonly sign: (claims: Claims) => Promise<string>;
}

export interface OidcIssuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims of the next sign-in, over the usual ones; `undefined` values leave a claim out. */
  claims: Claims;
  /** What the provider says of itself, over the usual. */
  metadata: Readonly<Record<string, string>>;
  /** Issues the next tokens instead of the provider, as a forger would. */
  forge: ((claims: Claims, provider: Provider) => Promise<string>) | undefined;
  /**
   * Answers the address to which the provider sends a browser that came to this one, as it does by itself in a browser.
   */
  visit(location: string): Promise<string>;
  close(): Promise<void>;
}

/** `alg` signs the tokens: a name of JWS. */
export async function startOidcIssuer(now: () => number, alg = "ES256"): Promise<OidcIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const codes = new Map<string, URLSearchParams>();
  const [clientId, clientSecret] = ["console", "console-secret"];
  const state: { issuer: string } & Pick<OidcIssuer, "claims" | "forge" | "metadata"> = {
    issuer: "",
    claims: {},
    metadata: {},
    forge: undefined,
  };
  const sign = (claims: Claims) => new SignJWT(claims).setProtectedHeader({ alg, kid: "1" }).sign(privateKey);
  const tokenOf = (asked: URLSearchParams) => {
    const nowS = Math.floor(now() / 1_000);
    const claims = {
      iss: state.issuer,
      aud: clientId,
      sub: "person-1",
      email: "ann@shop.example",
      email_verified: true,
      nonce: asked.get("nonce"),
      iat: nowS,
      exp: nowS + 300,
      ...state.claims,
    };
    const given = JSON.parse(JSON.stringify(claims));
    return state.forge?.(given, { published: publicKey, sign }) ?? sign(given);
  };
  const token = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text());
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(form.get("code_verifier") ?? ""));
    const proof = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
    const isGood = asked !== undefined && asked.get("code_challenge") === proof &&
      asked.get("redirect_uri") === form.get("redirect_uri") &&
      request.headers.get("authorization") === `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
    if (!isGood || asked === undefined) return Response.json({ error: "invalid_grant" }, { status: 400 });
    return Response.json({ token_type: "Bearer", access_token: "x", id_token: await tokenOf(asked) });
  };
  const returnOf = (location: string): string => {
    const asked = new URL(location).searchParams;
    const code = crypto.randomUUID();
    codes.set(code, asked);
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    return back.href;
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const at = state.issuer;
    switch (new URL(request.url).pathname) {
      case "/.well-known/openid-configuration":
        return Response.json({
          issuer: at,
          authorization_endpoint: `${at}/authorize`,
          token_endpoint: `${at}/token`,
          jwks_uri: `${at}/keys`,
          ...state.metadata,
        });
      case "/keys":
        return Response.json({ keys: [{ ...await exportJWK(publicKey), kid: "1", alg, use: "sig" }] });
      case "/token":
        return await token(request);
      case "/authorize":
        return Response.redirect(returnOf(request.url));
      default:
        return new Response(null, { status: 404 });
    }
  });
  state.issuer = `http://127.0.0.1:${server.addr.port}`;
  return Object.assign(state, {
    clientId,
    clientSecret,
    visit: (location: string) => Promise.resolve(returnOf(location)),
    close: () => server.shutdown(),
  });
}
