/**
 * The two WebAuthn ceremonies: a member adds a passkey, a visitor signs in with one. Each challenge works once. The
 * device always asks for PIN, finger or face, since no second factor follows and possession alone is not enough.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Selectable } from "kysely";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../db/open.ts";
import { createSharedLimits, type Limit } from "../db/rate_limits.ts";
import { type EmailContent, enqueueEmails } from "../outbox/outbox.ts";
import { fail } from "../platform/http/answer.ts";
import type { Member } from "../platform/id_token.ts";
import type { Passkey } from "../wire/passkeys.ts";
import type { PasskeyTables } from "./tables.ts";
import { refusal } from "../wire/site/refusal.ts";

export interface PasskeyPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly publicOrigin: string;
}
type Row = Selectable<PasskeyTables["passkeys"]>;

const RP_NAME = "TrustCheck";
/** Loaded with the first ceremony: the library would take a fifth of the processor time of every start. */
const webauthn = () => import("@simplewebauthn/server");
/** Life of a challenge; browsers give up after five minutes. */
export const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 10;
/** Maximum age of the sign-in that may add a passkey, so that a stolen token cannot become a passkey. */
export const RECENT_SIGN_IN_MS = 15 * 60_000;
/** Each may become an email to the owner. */
const ADDS: Limit = { name: "passkey_add", points: 20, windowMs: 600_000 };
/** An id token outlives its account by up to an hour. */
const DELETED: Limit = { name: "passkey_deleted", points: 1, windowMs: 3_600_000 };
const UNCONFIRMED = refusal("passkey_unconfirmed");
const AGAIN = refusal("passkey_late");
const SIGN_IN_AGAIN = refusal("passkey_sign_in_again");
const NOT_GOOD = refusal("passkey_unverified");

export async function startRegistration(member: Member, ports: PasskeyPorts): Promise<unknown> {
  const own = await mayAdd(member, ports);
  // Each challenge works once, so this limits the passkeys that are added as well.
  if (await createSharedLimits(ports).take(ADDS, member.uid) > 0) fail(429, refusal("requests_limit"));
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: hostOf(ports),
    userID: new TextEncoder().encode(member.uid),
    userName: member.email || member.name || "member",
    userDisplayName: member.name || member.email,
    attestationType: "none",
    excludeCredentials: own.map((row) => ({ id: row.id, transports: transportsOf(row) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(options.challenge, member.uid, ports);
  return options;
}

export interface NewPasskey {
  readonly answer: unknown;
  readonly name: string;
  readonly member: Member;
  /** Tells the owner, so that a passkey added by a stranger is noticed. Written with the passkey, or not at all. */
  readonly notice: EmailContent;
}

export async function finishRegistration(
  { answer, name, member, notice }: NewPasskey,
  ports: PasskeyPorts,
): Promise<Passkey> {
  await mayAdd(member, ports);
  const { uid } = member;
  const response = answer as RegistrationResponseJSON;
  const verified = await (await webauthn()).verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(challenge, uid, ports),
    expectedOrigin: ports.publicOrigin,
    expectedRPID: hostOf(ports),
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified.verified) return fail(422, NOT_GOOD);
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const row: Row = {
    id: credential.id,
    uid,
    public_key: credential.publicKey.toBase64({ alphabet: "base64url" }),
    counter: credential.counter,
    transports: (credential.transports ?? []).join(" "),
    name,
    is_synced: credentialBackedUp ? 1 : 0,
    created_ms: ports.clock.now(),
    used_ms: null,
  };
  await ports.db.transaction().execute(async (trx) => {
    const made = await trx.insertInto("passkeys").values(row).onConflict((oc) => oc.column("id").doNothing())
      .executeTakeFirst();
    if ((made.numInsertedOrUpdatedRows ?? 0n) === 0n) fail(409, refusal("passkey_connected"));
    const key = `passkey:${row.id}:${row.created_ms}`;
    await enqueueEmails(trx, [{ ...notice, key, kind: "passkey_added", to: member.email, nowMs: row.created_ms }]);
  });
  return describe(row);
}

/**
 * The member's passkeys; throws when they may add none. A member who has not confirmed the address may be a stranger to
 * it, whose passkey would still open the account when the owner of the address has proven it.
 */
async function mayAdd({ uid, email, emailVerified, authTimeMs }: Member, ports: PasskeyPorts): Promise<Row[]> {
  const { db, clock } = ports;
  const nowMs = clock.now();
  if (email !== "" && !emailVerified) fail(403, UNCONFIRMED);
  if (nowMs - authTimeMs > RECENT_SIGN_IN_MS) fail(403, SIGN_IN_AGAIN);
  const deletedMs = nowMs - DELETED.windowMs + await createSharedLimits(ports).waitMs(DELETED, uid);
  if (authTimeMs <= deletedMs) fail(401, refusal("sign_in_ended"));
  const own = await rowsOf(uid, db);
  if (own.length >= MAX_PASSKEYS) fail(409, refusal("passkey_limit", { count: MAX_PASSKEYS }));
  return own;
}

/** Lists no credentials: the browser offers its passkeys for this site, so the visitor types no address. */
export async function startAuthentication(ports: PasskeyPorts): Promise<unknown> {
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: hostOf(ports),
    userVerification: "required",
  });
  await keepChallenge(options.challenge, "", ports);
  return options;
}

/** The account of the passkey that signed. An unknown passkey and a wrong signature give the same error. */
export async function finishAuthentication(answer: unknown, ports: PasskeyPorts): Promise<string> {
  const response = answer as AuthenticationResponseJSON;
  const row = await ports.db.selectFrom("passkeys").selectAll().where("id", "=", response.id).executeTakeFirst();
  if (row === undefined) return fail(401, NOT_GOOD);
  const credential = {
    id: row.id,
    publicKey: Uint8Array.fromBase64(row.public_key, { alphabet: "base64url" }),
    counter: row.counter,
    transports: transportsOf(row),
  };
  const verified = await (await webauthn()).verifyAuthenticationResponse({
    response,
    credential,
    expectedChallenge: (challenge) => takeChallenge(challenge, "", ports),
    expectedOrigin: ports.publicOrigin,
    expectedRPID: hostOf(ports),
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified.verified) return fail(401, NOT_GOOD);
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  await ports.db.updateTable("passkeys")
    .set({ counter: newCounter, used_ms: ports.clock.now(), is_synced: credentialBackedUp ? 1 : 0 })
    .where("id", "=", row.id).execute();
  return row.uid;
}

export async function list(uid: string, db: Db): Promise<readonly Passkey[]> {
  return (await rowsOf(uid, db)).map(describe);
}

/** Removes one of this member's passkeys; another member's passkey is reported as not found. */
export async function remove(id: string, uid: string, db: Db): Promise<void> {
  // Postgres refuses a NUL in a text, and no id has one.
  if (id.includes("\0")) fail(404, refusal("passkey_unknown"));
  const gone = await db.deleteFrom("passkeys").where("id", "=", id).where("uid", "=", uid).executeTakeFirst();
  if (gone.numDeletedRows === 0n) fail(404, refusal("passkey_unknown"));
}

/** For an account that is deleted: it gets no passkey any more, though its last token is still valid. */
export async function forgetAccount(uid: string, ports: Pick<PasskeyPorts, "db" | "clock">): Promise<void> {
  await createSharedLimits(ports).take(DELETED, uid);
  await removeAll(uid, ports.db);
}

export async function removeAll(uid: string, db: Db): Promise<void> {
  await db.deleteFrom("passkeys").where("uid", "=", uid).execute();
  await db.deleteFrom("passkey_challenges").where("uid", "=", uid).execute();
}

function rowsOf(uid: string, db: Db): Promise<Row[]> {
  return db.selectFrom("passkeys").selectAll().where("uid", "=", uid).orderBy("created_ms").execute();
}

async function keepChallenge(challenge: string, uid: string, { db, clock }: PasskeyPorts): Promise<void> {
  const created_ms = clock.now();
  await db.deleteFrom("passkey_challenges").where("created_ms", "<=", created_ms - CHALLENGE_MS).execute();
  await db.insertInto("passkey_challenges").values({ challenge, uid, created_ms }).execute();
}

/** True once per challenge, while it is valid and for the account it was made for. */
async function takeChallenge(challenge: string, uid: string, { db, clock }: PasskeyPorts): Promise<boolean> {
  const taken = await db.deleteFrom("passkey_challenges").where("challenge", "=", challenge).where("uid", "=", uid)
    .where("created_ms", ">", clock.now() - CHALLENGE_MS).executeTakeFirst();
  return taken.numDeletedRows > 0n ? true : fail(422, AGAIN);
}

/** Errors of the library describe bad input, so they become one refusal; our own errors pass. */
function refuse(reason: unknown): never {
  if (reason instanceof Error && "status" in reason) throw reason;
  fail(422, NOT_GOOD);
}

function describe(row: Row): Passkey {
  return {
    id: row.id,
    name: row.name,
    created_at: new Date(row.created_ms).toISOString(),
    used_at: row.used_ms === null ? null : new Date(row.used_ms).toISOString(),
    synced: row.is_synced === 1,
  };
}

function transportsOf({ transports }: Row): AuthenticatorTransport[] {
  return transports.split(" ").filter((name) => name !== "") as AuthenticatorTransport[];
}

function hostOf({ publicOrigin }: PasskeyPorts): string {
  return new URL(publicOrigin).hostname;
}
