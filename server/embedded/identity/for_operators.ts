/** What the operator's console asks of the identity service, in the same process. */
import type { Db } from "../../db/open.ts";
import { eraseAddress, removeAccount } from "./accounts/account.ts";
import type { User } from "./db/tables.ts";
import { findByEmail, findByPhone, findByUid, normalEmail } from "./users/users.ts";

export interface AccountFacts {
  readonly uid: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly phone: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly createdMs: number;
  readonly lastSignInMs: number;
}

export interface SignInFacts {
  readonly provider: string;
  readonly atMs: number;
}

export interface IdentityForOperators {
  byUid(uid: string): Promise<AccountFacts | undefined>;
  /** Undefined for an empty text, which an erased person and an account with a phone have. */
  byEmail(email: string): Promise<AccountFacts | undefined>;
  /** `phone` in E.164. */
  byPhone(phone: string): Promise<AccountFacts | undefined>;
  /** Those whose sessions are still stored. */
  signIns(uid: string): Promise<readonly SignInFacts[]>;
  /** Everything stored about an account, as JSON by file name; passwords and codes stay out. */
  exportAccount(uid: string): Promise<Readonly<Record<string, unknown>>>;
  /** Deletes the account with everything that signs it in. */
  remove(account: AccountFacts): Promise<void>;
  /** Deletes what sign-ins left of an address that has no account; nothing for an empty text. */
  eraseAddress(email: string): Promise<void>;
}

export function identityForOperators(db: Db): IdentityForOperators {
  return {
    byUid: async (uid) => factsOf(await findByUid(db, uid)),
    byEmail: async (email) => email === "" ? undefined : factsOf(await findByEmail(db, normalEmail(email))),
    byPhone: async (phone) => factsOf(await findByPhone(db, phone)),
    async signIns(uid) {
      const rows = await db.selectFrom("id_refresh_tokens").select(["provider", "auth_time_ms"]).distinct()
        .where("uid", "=", uid).execute();
      return rows.map(({ provider, auth_time_ms }) => ({ provider, atMs: auth_time_ms }));
    },
    exportAccount: (uid) => exportAccount(db, uid),
    async eraseAddress(email) {
      if (email === "") return;
      const address = normalEmail(email);
      if (await findByEmail(db, address) === undefined) await eraseAddress(db, address);
    },
    remove: ({ uid, email, phone }) => removeAccount(db, { uid, email: email || null, phone_number: phone || null }),
  };
}

function factsOf(user: User | undefined): AccountFacts | undefined {
  return user === undefined ? undefined : {
    uid: user.uid,
    email: user.email ?? "",
    isEmailVerified: user.email_verified === 1,
    phone: user.phone_number ?? "",
    name: user.display_name,
    isDisabled: user.is_disabled === 1,
    createdMs: user.created_ms,
    lastSignInMs: user.last_login_ms,
  };
}

async function exportAccount(db: Db, uid: string): Promise<Readonly<Record<string, unknown>>> {
  const user = await findByUid(db, uid);
  if (user === undefined) return {};
  const { password, valid_since_ms: _, ...account } = user;
  const [providers, factors, signIns] = await Promise.all([
    db.selectFrom("id_links").selectAll().where("uid", "=", uid).orderBy("provider_id").execute(),
    db.selectFrom("id_factors").selectAll().where("uid", "=", uid).orderBy("enrolled_ms").execute(),
    db.selectFrom("id_refresh_tokens").select(["provider", "auth_time_ms", "created_ms"]).where("uid", "=", uid)
      .orderBy("created_ms").execute(),
  ]);
  return {
    "account.json": { ...account, has_password: password !== "" },
    "account-providers.json": providers,
    "account-second-factors.json": factors,
    "account-sign-ins.json": signIns,
  };
}
