/** GET /profile: saves the member's identity and subscriptions, and returns them with recent look-ups. */
import type { Member } from "../../../platform/id_token.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Profile } from "../../../wire/members/profile.ts";
import { readdressAlerts } from "../alerts/alerts.ts";
import { refuseDeleted } from "../context/deleted_members.ts";
import { readHistory } from "../reports/history.ts";

export interface ProfilePorts {
  readonly db: Db;
  readonly clock: Clock;
}

/** The caller has checked that the subscription belongs to the member; empty saves the profile only. */
export async function saveProfile(member: Member, subscriptionId: string, { db, clock }: ProfilePorts): Promise<void> {
  const nowMs = clock.now();
  const { uid: user_id, email, name } = member;
  await db.transaction().execute(async (tx) => {
    await refuseDeleted(member, { trx: tx, clock });
    await tx.insertInto("members_profiles")
      .values({ user_id, email, name, own_number: "", created_ms: nowMs, updated_ms: nowMs })
      .onConflict((oc) => oc.column("user_id").doUpdateSet({ email, name, updated_ms: nowMs })).execute();
    await readdressAlerts(member, tx);
    if (subscriptionId === "") return;
    await tx.insertInto("members_profile_subscriptions")
      .values({ user_id, subscription_id: subscriptionId, added_ms: nowMs })
      .onConflict((oc) => oc.columns(["user_id", "subscription_id"]).doNothing()).execute();
  });
}

export async function readProfile(userId: string, db: Db): Promise<Profile> {
  const profile = await db.selectFrom("members_profiles").selectAll()
    .where("user_id", "=", userId).executeTakeFirstOrThrow();
  const owned = await db.selectFrom("members_profile_subscriptions").select("subscription_id")
    .where("user_id", "=", userId).orderBy("added_ms").execute();
  const subscription_ids = owned.map((row) => row.subscription_id);
  return {
    user_id: userId,
    email: profile.email,
    name: profile.name,
    subscription_ids,
    own_number: profile.own_number,
    created_at: new Date(profile.created_ms).toISOString(),
    recent: (await readHistory(userId, db, { limit: RECENT_REPORTS })).rows,
  };
}

/** History rows in a profile. */
const RECENT_REPORTS = 20;
