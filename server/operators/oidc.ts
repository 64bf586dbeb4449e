/**
 * Sign-in of operators by OpenID Connect: authorization code with PKCE, state and nonce. A sign-in belongs to the
 * browser that began it and works once. The role comes from a claim, or from the row that `deno task operator` made.
 */
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import * as z from "zod/mini";
import type { AuditPorts } from "../audit/chain.ts";
import type { OidcConfig } from "../config/admin.ts";
import type { Upstream } from "../platform/http/upstream.ts";
import { isEmail } from "../wire/email.ts";
import { type Role, ROLES } from "../wire/admin/roles.ts";
import { changeRole, findByEmail, findOperator, putOperator } from "./operators.ts";
import type { OperatorRow } from "./tables.ts";
import { newSecret, sha256Hex } from "../platform/crypto/secrets.ts";

export interface OidcPorts extends AuditPorts {
  readonly oidc: OidcConfig;
  /** Address that the provider sends the operator back to. */
  readonly redirectUri: string;
  /** Reaches the provider. */
  readonly fetch: Upstream;
}

/** How long an operator may take at the provider. */
export const FLOW_MS = 10 * 60_000;
const ANSWER_MS = 5_000;
const LEEWAY_S = 30;
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
const tokensSchema = z.object({ id_token: z.string().check(z.maxLength(16_384)) });

export interface Started {
  /** Where the browser goes. */
  readonly location: string;
  /** The secret of this browser's cookie. */
  readonly browser: string;
}

/** Begins a sign-in. Rejects when the provider cannot be reached. */
export async function startOidc(ports: OidcPorts): Promise<Started> {
  const { db, clock, oidc } = ports;
  const { authorization_endpoint } = await readMetadata(ports);
  const [state, browser, verifier, nonce] = [newSecret(), newSecret(), newSecret(), newSecret()];
  const nowMs = clock.now();
  await db.insertInto("admin_oidc_flows").values({
    state_hash: sha256Hex(state),
    browser_hash: sha256Hex(browser),
    verifier,
    nonce,
    created_ms: nowMs,
  }).execute();
  const location = new URL(authorization_endpoint);
  const challenge = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = {
    response_type: "code",
    client_id: oidc.clientId,
    redirect_uri: ports.redirectUri,
    scope: "openid email",
    state,
    nonce,
    code_challenge: new Uint8Array(challenge).toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(query)) location.searchParams.set(name, value);
  return { location: location.href, browser };
}

export interface Returned {
  readonly state: string;
  readonly code: string;
  /** The secret of the cookie. */
  readonly browser: string;
}

/**
 * Why a sign-in is refused. `unverified`: the state, the browser, the code or the token is not valid. `account`: the
 * person is who they say, but not an operator.
 */
export interface RefusedSignIn {
  readonly refused: "unverified" | "account";
  /** For the log: what was not valid, without personal data. */
  readonly why: string;
}

const unverified = (why: string): RefusedSignIn => ({ refused: "unverified", why });

/** The operator who returned, or why the sign-in is refused. Rejects when the provider does not answer. */
export async function finishOidc(
  ports: OidcPorts,
  returned: Returned,
): Promise<{ readonly operator: OperatorRow } | RefusedSignIn> {
  const { db, clock } = ports;
  const flow = await db.deleteFrom("admin_oidc_flows").where("state_hash", "=", sha256Hex(returned.state))
    .where("created_ms", ">", clock.now() - FLOW_MS).returningAll().executeTakeFirst();
  if (flow === undefined) return unverified("state");
  if (flow.browser_hash !== sha256Hex(returned.browser)) return unverified("browser");
  const metadata = await readMetadata(ports);
  const token = await exchange(ports, metadata.token_endpoint, { code: returned.code, verifier: flow.verifier });
  if (token === undefined) return unverified("code");
  const claims = await verifyToken(ports, metadata.jwks_uri, token);
  if (typeof claims === "string") return unverified(claims);
  if (claims.nonce !== flow.nonce) return unverified("nonce");
  const operator = await operatorOf(ports, claims);
  return operator === undefined ? { refused: "account", why: "account" } : { operator };
}

type Claims = Readonly<Record<string, unknown>>;

/** The server calls only addresses on hosts that the settings name. */
async function readMetadata(ports: OidcPorts): Promise<z.infer<typeof metadataSchema>> {
  const { issuer, hosts } = ports.oidc;
  const answer = await call(ports, new Request(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`));
  const metadata = z.parse(metadataSchema, await answer.json());
  if (metadata.issuer !== issuer) throw new Error("The identity provider names another issuer");
  for (const address of [metadata.token_endpoint, metadata.jwks_uri]) {
    const { host, protocol } = new URL(address);
    if (!hosts.includes(host) || protocol !== new URL(issuer).protocol) {
      throw new Error(`The identity provider's endpoint at ${host} is not in ADMIN_OIDC_HOSTS`);
    }
  }
  return metadata;
}

interface Code {
  readonly code: string;
  readonly verifier: string;
}

/** The id token; undefined when the provider refuses the code. */
async function exchange(ports: OidcPorts, endpoint: string, { code, verifier }: Code): Promise<string | undefined> {
  const { clientId, clientSecret } = ports.oidc;
  const basic = [clientId, clientSecret].map((part) => encodeURIComponent(part)).join(":");
  const answer = await ports.fetch(
    new Request(endpoint, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(basic)}`, accept: "application/json" },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: ports.redirectUri,
      }),
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    }),
  );
  if (!answer.ok) {
    await answer.body?.cancel();
    if (answer.status >= 500) throw new Error(`The identity provider answered ${answer.status}`);
    return undefined;
  }
  return z.safeParse(tokensSchema, await answer.json()).data?.id_token;
}

/** The claims, or what is not valid about the token: a claim's name, or the library's code. */
async function verifyToken(ports: OidcPorts, jwksUri: string, token: string): Promise<Claims | string> {
  const { issuer, clientId } = ports.oidc;
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    [customFetch]: (url, options) => ports.fetch(new Request(url, options)),
  });
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      currentDate: new Date(ports.clock.now()),
      clockTolerance: LEEWAY_S,
      requiredClaims: ["exp", "iat", "sub", "nonce"],
    });
    // A token for several parties must say that it was given to this one.
    const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId;
    return isForOthers ? "azp" : payload;
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) return error.claim;
    // A key set that cannot be read says nothing about the token.
    const isAboutToken = error instanceof errors.JOSEError && error.code !== errors.JOSEError.code &&
      !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid);
    if (isAboutToken) return error.code;
    throw error;
  }
}

async function operatorOf(ports: OidcPorts, claims: Claims): Promise<OperatorRow | undefined> {
  const { db, oidc } = ports;
  const subject = `${oidc.issuer} ${String(claims.sub)}`;
  const email = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : "";
  const known = await db.selectFrom("admin_operators").selectAll().where("oidc_subject", "=", subject)
    .executeTakeFirst();
  const role = oidc.roleClaim === "" ? undefined : roleIn(claims[oidc.roleClaim]);
  // With a claim the provider decides at every sign-in: an operator without a role there is refused.
  if (oidc.roleClaim !== "" && role === undefined) return undefined;
  if (known !== undefined) return await letIn(ports, known, role);
  if (!isEmail(email) || claims.email_verified !== true) return undefined;
  const added = await findByEmail(db, email);
  if (added === undefined) {
    return role === undefined ? undefined : await putOperator(ports, { email, role, oidcSubject: subject });
  }
  // The first sign-in ties the row to the account, so that a later owner of the address is another person. An account at
  // a provider that was replaced ties nothing: none of its tokens are accepted any longer.
  const tied = added.oidc_subject;
  if (added.disabled_ms !== null || tied?.startsWith(`${oidc.issuer} `)) return undefined;
  const { numUpdatedRows } = await db.updateTable("admin_operators").set({ oidc_subject: subject })
    .where("id", "=", added.id).where("oidc_subject", tied === null ? "is" : "=", tied).executeTakeFirst();
  return numUpdatedRows === 0n ? undefined : await letIn(ports, added, role);
}

async function letIn(ports: OidcPorts, row: OperatorRow, role: Role | undefined): Promise<OperatorRow | undefined> {
  if (row.disabled_ms !== null) return undefined;
  if (role === undefined || role === row.role) return await findOperator(ports.db, row.id);
  // Refused when the operator was disabled since the row was read.
  return await changeRole(ports, { id: row.id, role });
}

/** The highest role that the claim names, as one text or a list. */
function roleIn(claim: unknown): Role | undefined {
  const named = Array.isArray(claim) ? claim : [claim];
  return ROLES.findLast((role) => named.includes(role));
}

async function call(ports: OidcPorts, request: Request): Promise<Response> {
  const answer = await ports.fetch(new Request(request, { redirect: "error", signal: AbortSignal.timeout(ANSWER_MS) }));
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new Error(`The identity provider answered ${answer.status}`);
}
