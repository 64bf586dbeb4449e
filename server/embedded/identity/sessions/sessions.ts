/**
 * Sign-ins of members at the embedded service: an ID token valid for an hour, and a refresh token that is replaced on
 * each use. A sign-in never expires by itself: a changed password, the deletion of the account or a token used twice
 * ends it. With Firebase itself, its rules apply. Operators' sessions, which do end, are in
 * `server/operators/sessions.ts`.
 */
import type { Selectable } from "kysely";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { ID_TOKEN_S, RECENT_SIGN_IN_MS, REFRESH_GRACE_MS } from "../context/constants.ts";
import { refuse } from "../context/errors.ts";
import type { SigningKey } from "../keys/signing_key.ts";
import { findByUid, linksOf } from "../users/users.ts";
import type { IdentityTables, User } from "../db/tables.ts";
import type { Session, Sessions, Tokens } from "../context/context.ts";
import { newSecret, sha256Hex } from "../../../platform/crypto/secrets.ts";

export interface SessionPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly key: SigningKey;
  readonly projectId: string;
}

export function createSessions(ports: SessionPorts): Sessions {
  return {
    open: (user, provider) => openSession(user, provider, ports),
    refresh: (token) => refreshSession(token, ports),
    read: (token, options) => readSession(token, options?.recent === true, ports),
  };
}

async function openSession(user: User, provider: string, ports: SessionPorts): Promise<Tokens> {
  const nowMs = ports.clock.now();
  await ports.db.updateTable("id_users").set({ last_login_ms: nowMs, last_refresh_ms: nowMs })
    .where("uid", "=", user.uid).execute();
  // An account that has just ended its older sign-ins is valid from the next second.
  return await issue({ user, provider, authTimeMs: Math.max(nowMs, user.valid_since_ms) }, newSecret(), ports);
}

async function issue(session: Session, family: string, ports: SessionPorts): Promise<Tokens> {
  const refreshToken = newSecret();
  await ports.db.insertInto("id_refresh_tokens").values({
    token_hash: sha256Hex(refreshToken),
    uid: session.user.uid,
    family,
    provider: session.provider,
    auth_time_ms: session.authTimeMs,
    created_ms: ports.clock.now(),
    replaced_ms: null,
  }).execute();
  return { idToken: await signIdToken(session, ports), refreshToken, expiresIn: String(ID_TOKEN_S) };
}

async function signIdToken({ user, provider, authTimeMs }: Session, ports: SessionPorts): Promise<string> {
  const nowS = Math.floor(ports.clock.now() / 1_000);
  const links = await linksOf(ports.db, user.uid);
  const identities = Object.fromEntries(links.map((link) => [link.provider_id, [link.raw_id]]));
  return await ports.key.sign({
    iss: `https://securetoken.google.com/${ports.projectId}`,
    aud: ports.projectId,
    auth_time: Math.floor(authTimeMs / 1_000),
    user_id: user.uid,
    sub: user.uid,
    iat: nowS,
    exp: nowS + ID_TOKEN_S,
    ...(user.email === null ? {} : { email: user.email, email_verified: user.email_verified === 1 }),
    ...(user.phone_number === null ? {} : { phone_number: user.phone_number }),
    ...(user.display_name === "" ? {} : { name: user.display_name }),
    firebase: { identities: { ...identities, ...ownIdentities(user) }, sign_in_provider: provider },
  });
}

function ownIdentities({ email, phone_number }: User) {
  return {
    ...(email === null ? {} : { email: [email] }),
    ...(phone_number === null ? {} : { phone: [phone_number] }),
  };
}

/**
 * A replaced token stays valid for a moment, since tabs share it, and until one of its successors is used: the answer
 * with the successor may have been lost, and the client tries again for minutes. Later use means theft and ends the
 * sign-in. Unknown is a token whose sign-in has ended, which the client must hear as such.
 */
async function refreshSession(token: string, ports: SessionPorts): Promise<Tokens & { readonly uid: string }> {
  const { db, clock } = ports;
  const row = await db.selectFrom("id_refresh_tokens").selectAll()
    .where("token_hash", "=", sha256Hex(token)).executeTakeFirst();
  if (row === undefined) refuse("TOKEN_EXPIRED");
  const nowMs = clock.now();
  if (row.replaced_ms !== null && row.replaced_ms + REFRESH_GRACE_MS < nowMs && await hasUsedSuccessor(row, db)) {
    await db.deleteFrom("id_refresh_tokens").where("family", "=", row.family).execute();
    refuse("TOKEN_EXPIRED");
  }
  const user = await findByUid(db, row.uid);
  const session = checkSession(user, row.provider, row.auth_time_ms);
  await db.updateTable("id_refresh_tokens").set({ replaced_ms: nowMs })
    .where("token_hash", "=", row.token_hash).where("replaced_ms", "is", null).execute();
  await db.updateTable("id_users").set({ last_refresh_ms: nowMs }).where("uid", "=", row.uid).execute();
  return { ...await issue(session, row.family, ports), uid: row.uid };
}

async function hasUsedSuccessor(row: Selectable<IdentityTables["id_refresh_tokens"]>, db: Db): Promise<boolean> {
  const used = await db.selectFrom("id_refresh_tokens").select("token_hash")
    .where("family", "=", row.family).where("token_hash", "!=", row.token_hash)
    .where("created_ms", ">=", row.replaced_ms).where("replaced_ms", "is not", null).executeTakeFirst();
  return used !== undefined;
}

async function readSession(idToken: string, recent: boolean, ports: SessionPorts): Promise<Session> {
  if (idToken === "") refuse("MISSING_ID_TOKEN");
  const nowMs = ports.clock.now();
  const claims = await ports.key.read(idToken, { nowMs, audience: ports.projectId });
  if (claims === undefined || typeof claims.sub !== "string" || typeof claims.auth_time !== "number") {
    refuse("INVALID_ID_TOKEN");
  }
  const user = await findByUid(ports.db, claims.sub);
  const authTimeMs = claims.auth_time * 1_000;
  const session = checkSession(user, providerOf(claims.firebase), authTimeMs);
  if (recent && authTimeMs + RECENT_SIGN_IN_MS < nowMs) refuse("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  return session;
}

function checkSession(user: User | undefined, provider: string, authTimeMs: number): Session {
  if (user === undefined) refuse("USER_NOT_FOUND");
  if (user.is_disabled === 1) refuse("USER_DISABLED");
  if (!isValidSince(user, authTimeMs)) refuse("TOKEN_EXPIRED");
  return { user, provider, authTimeMs };
}

/** Tokens carry whole seconds, so the account's time is truncated to seconds before the comparison. */
export function isValidSince({ valid_since_ms }: Pick<User, "valid_since_ms">, authTimeMs: number): boolean {
  return Math.floor(authTimeMs / 1_000) >= Math.floor(valid_since_ms / 1_000);
}

function providerOf(firebase: unknown): string {
  return typeof firebase === "object" && firebase !== null && "sign_in_provider" in firebase
    ? String(firebase.sign_in_provider)
    : "password";
}
