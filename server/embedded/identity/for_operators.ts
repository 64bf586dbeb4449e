/** What the operator's console asks of the identity service, in the same process. */
import type { Db } from "../../db/open.ts";
import { removeAccount } from "./accounts/account.ts";
import type { User } from "./db/tables.ts";
import { findByEmail, findByPhone, findByUid } from "./users/users.ts";

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

export interface IdentityForOperators {
  byUid(uid: string): Promise<AccountFacts | undefined>;
  byEmail(email: string): Promise<AccountFacts | undefined>;
  /** `phone` in E.164. */
  byPhone(phone: string): Promise<AccountFacts | undefined>;
  /** Deletes the account with everything that signs it in. */
  remove(account: AccountFacts): Promise<void>;
}

export function identityForOperators(db: Db): IdentityForOperators {
  return {
    byUid: async (uid) => factsOf(await findByUid(db, uid)),
    byEmail: async (email) => factsOf(await findByEmail(db, email.trim().normalize("NFC").toLowerCase())),
    byPhone: async (phone) => factsOf(await findByPhone(db, phone)),
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
