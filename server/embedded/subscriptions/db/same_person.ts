/** Which purchases are one person's. An address that was typed may be another person's, and proves nothing by itself. */
import { expressionBuilder, type Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";

type Purchases = Database & Record<"own" | "other", Database["subs_subscriptions"]>;

/**
 * True when both purchases are of one account or, while one of them is not claimed, when both were made in one browser
 * with one address. For queries that call the two purchases `own` and `other`; an index finds each of these cases.
 */
export function isOfSamePerson() {
  const eb = expressionBuilder<Purchases, "own" | "other">();
  return eb.or([
    eb("other.id", "=", eb.ref("own.id")),
    eb.and([eb("own.user_id", "!=", ""), eb("other.user_id", "=", eb.ref("own.user_id"))]),
    eb.and([
      eb("own.checkout_hash", "!=", ""),
      eb("other.checkout_hash", "=", eb.ref("own.checkout_hash")),
      eb("other.email_key", "=", eb.ref("own.email_key")),
      eb.or([eb("own.user_id", "=", ""), eb("other.user_id", "=", "")]),
    ]),
  ]);
}

/** The ids of all purchases of this purchase's person, with its own. */
export function purchasesOfPerson(db: Db | Transaction<Database>, id: string) {
  return db.selectFrom("subs_subscriptions as own")
    .innerJoin("subs_subscriptions as other", (join) => join.on(isOfSamePerson())).select("other.id")
    .where("own.id", "=", id);
}
