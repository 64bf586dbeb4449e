/**
 * Accounts: found by uid, address or provider, created at the first sign-in, and shown in the shape of accounts:lookup.
 */
import type { Transaction } from "kysely";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../db/database.ts";
import { lockRows } from "../../../db/locks.ts";
import type { Db } from "../../../db/open.ts";
import { isEmail } from "../../../wire/email.ts";
import type { IdentityContext } from "../context/context.ts";
import { refuse } from "../context/errors.ts";
import type { Factor, Link, User } from "../db/tables.ts";

const UID_BYTES = 21;

/** The address for storage and comparison; throws when the text is not exactly one address. */
export function normalEmail(text: string): string {
  const email = text.trim().normalize("NFC").toLowerCase();
  if (email === "") refuse("MISSING_EMAIL");
  if (!isEmail(email)) refuse("INVALID_EMAIL");
  return email;
}

export function findByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom("id_users").selectAll().where("email", "=", email).executeTakeFirst();
}

export function findByPhone(db: Db, phoneNumber: string): Promise<User | undefined> {
  return db.selectFrom("id_users").selectAll().where("phone_number", "=", phoneNumber).executeTakeFirst();
}

export function findByUid(db: Db, uid: string): Promise<User | undefined> {
  return db.selectFrom("id_users").selectAll().where("uid", "=", uid).executeTakeFirst();
}

export interface UserPorts {
  readonly db: Db;
  readonly clock: Clock;
}
export interface NewUser {
  readonly email: string | null;
  readonly phone?: string;
  readonly isVerified: boolean;
  readonly name?: string;
  readonly password?: string;
}

/** Undefined when another account took the address or number at the same time. */
export async function createUser(given: NewUser, { db, clock }: UserPorts): Promise<User | undefined> {
  const nowMs = clock.now();
  const user: User = {
    uid: crypto.getRandomValues(new Uint8Array(UID_BYTES)).toBase64({ alphabet: "base64url" }),
    email: given.email,
    phone_number: given.phone ?? null,
    email_verified: given.isVerified ? 1 : 0,
    display_name: given.name ?? "",
    photo_url: "",
    password: given.password ?? "",
    is_disabled: 0,
    valid_since_ms: nowMs,
    created_ms: nowMs,
    last_login_ms: nowMs,
    last_refresh_ms: nowMs,
  };
  const made = await db.insertInto("id_users").values(user).onConflict((oc) => oc.doNothing()).executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n ? user : undefined;
}

type ProofPorts = Pick<IdentityContext, "db" | "clock" | "forgetPasskeys">;

/**
 * The account of an address that its owner has just proven. A stranger may have created it and never confirmed it: then
 * it loses all that opens it, and each code that would move it to another address.
 */
export async function findOrCreateByVerifiedEmail(
  given: { readonly email: string; readonly name?: string },
  ports: ProofPorts,
): Promise<{ readonly user: User; readonly isNew: boolean }> {
  const { db } = ports;
  const made = await createUser({ ...given, isVerified: true }, ports);
  if (made !== undefined) return { user: made, isNew: true };
  const user = await findByEmail(db, given.email) ?? refuse("USER_NOT_FOUND");
  if (user.is_disabled === 1) refuse("USER_DISABLED");
  if (user.email_verified === 1) return { user, isNew: false };
  return { user: await handToOwner(user, "", ports), isNew: false };
}

/** The unconfirmed account as its owner gets it: with this password, and without what a stranger may have added. */
export async function handToOwner(user: User, password: string, ports: ProofPorts): Promise<User> {
  const { uid } = user;
  const owned = { email_verified: 1, password, phone_number: null, valid_since_ms: secondAfter(ports.clock.now()) };
  await ports.db.transaction().execute(async (trx) => {
    await trx.updateTable("id_users").set(owned).where("uid", "=", uid).execute();
    await trx.deleteFrom("id_refresh_tokens").where("uid", "=", uid).execute();
    await trx.deleteFrom("id_links").where("uid", "=", uid).execute();
    await trx.deleteFrom("id_codes").where("email", "=", user.email).where("new_email", "!=", "").execute();
    await ports.forgetPasskeys?.(uid, trx);
  });
  return { ...user, ...owned };
}

/**
 * Refuses when the account's sign-ins have ended since it was read: its owner has proven it meanwhile, or changed the
 * password. Otherwise holds it as it is by now until the transaction ends.
 */
export async function holdUser({ uid, valid_since_ms }: User, trx: Transaction<Database>): Promise<User> {
  const query = trx.selectFrom("id_users").selectAll().where("uid", "=", uid)
    .where("valid_since_ms", "=", valid_since_ms);
  const [user] = await lockRows(trx, query);
  return user ?? refuse("TOKEN_EXPIRED");
}

/** The first moment whose sign-ins differ from those of now: tokens carry whole seconds. */
export function secondAfter(nowMs: number): number {
  return (Math.floor(nowMs / 1_000) + 1) * 1_000;
}

/** The account of a number that its owner has just proven. */
export async function findOrCreateByPhone(
  phone: string,
  ports: UserPorts,
): Promise<{ readonly user: User; readonly isNew: boolean }> {
  const known = await findByPhone(ports.db, phone);
  const made = known === undefined ? await createUser({ email: null, phone, isVerified: false }, ports) : undefined;
  const user = made ?? known ?? await findByPhone(ports.db, phone) ?? refuse("USER_NOT_FOUND");
  if (user.is_disabled === 1) refuse("USER_DISABLED");
  return { user, isNew: made !== undefined };
}

export function factorsOf(db: Db, uid: string): Promise<Factor[]> {
  return db.selectFrom("id_factors").selectAll().where("uid", "=", uid).orderBy("enrolled_ms").execute();
}

/** One entry of `mfaInfo`. */
export function describeFactor(factor: Factor, show = (phoneNumber: string) => phoneNumber): unknown {
  return {
    mfaEnrollmentId: factor.id,
    phoneInfo: show(factor.phone_number),
    displayName: factor.display_name,
    enrolledAt: new Date(factor.enrolled_ms).toISOString(),
  };
}

export function linksOf(db: Db, uid: string): Promise<Link[]> {
  return db.selectFrom("id_links").selectAll().where("uid", "=", uid).orderBy("provider_id").execute();
}

/** Deletes the account and everything that belongs to it. */
export interface UserRelations {
  readonly links: readonly Link[];
  readonly factors: readonly Factor[];
}

export async function relationsOf(db: Db, uid: string): Promise<UserRelations> {
  return { links: await linksOf(db, uid), factors: await factorsOf(db, uid) };
}

/** One entry of accounts:lookup. */
export function describeUser(user: User, { links, factors }: UserRelations): Readonly<Record<string, unknown>> {
  const password = user.password === "" ? [] : [{
    providerId: "password",
    rawId: user.email,
    federatedId: user.email,
    email: user.email,
    displayName: user.display_name,
  }];
  const linked = links.map((link) => ({
    providerId: link.provider_id,
    rawId: link.raw_id,
    federatedId: link.raw_id,
    email: link.email,
    displayName: link.display_name,
  }));
  const phone = user.phone_number === null
    ? []
    : [{ providerId: "phone", rawId: user.phone_number, phoneNumber: user.phone_number }];
  return {
    localId: user.uid,
    ...(user.email === null ? {} : { email: user.email }),
    emailVerified: user.email_verified === 1,
    displayName: user.display_name,
    ...(user.photo_url === "" ? {} : { photoUrl: user.photo_url }),
    ...(user.phone_number === null ? {} : { phoneNumber: user.phone_number }),
    providerUserInfo: [...password, ...linked, ...phone],
    ...(factors.length === 0 ? {} : { mfaInfo: factors.map((factor) => describeFactor(factor)) }),
    validSince: String(Math.floor(user.valid_since_ms / 1_000)),
    disabled: user.is_disabled === 1,
    createdAt: String(user.created_ms),
    lastLoginAt: String(user.last_login_ms),
    lastRefreshAt: new Date(user.last_refresh_ms).toISOString(),
    emailLinkSignin: user.email !== null && user.password === "" && links.length === 0,
  };
}
