/** What the operator's console asks of the members service, in the same process. */
import type { Db } from "../../db/open.ts";
import type { Reading } from "../../db/replica/reading.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import type { Member } from "../../platform/id_token.ts";
import { ID_TOKEN_HEADER, type Requester } from "./context/requester.ts";
import { parsePhoneNumber } from "./numbering/parse_phone_number.ts";
import { deleteMember } from "./privacy/delete.ts";
import { exportZip } from "./privacy/export.ts";

export interface ProfileFacts {
  readonly name: string;
  readonly ownNumber: string;
}

export interface Lookups {
  readonly total: number;
  readonly lastMs: number | undefined;
}

/** Whose look-ups: an account's, and those of purchases before a sign-in. */
export interface LookupOwner {
  readonly uid: string;
  readonly purchases: readonly string[];
}

export interface MembersForOperators {
  profile(uid: string): Promise<ProfileFacts | undefined>;
  lookups(owner: LookupOwner): Promise<Lookups>;
  /** The number in E.164; undefined for text that is not a number. */
  parseNumber(text: string): string | undefined;
  /** Accounts with this number as their own. */
  byOwnNumber(e164: string, limit: number): Promise<readonly string[]>;
  /** Purchases and their accounts that looked this number up: each pair once, newest first. */
  byLookedUp(e164: string, limit: number): Promise<readonly { readonly uid: string; readonly purchase: string }[]>;
  /** The export that the member would get; `subscriptions` answers as to the member. */
  exportMember(member: Member, subscriptions: Upstream): Promise<Uint8Array<ArrayBuffer>>;
  /** The stored reports of purchases that no account has. */
  exportReports(purchases: readonly string[]): Promise<readonly unknown[]>;
  /** Deletes as the member would. Returns the rows by kind. */
  deleteMember(member: Member, subscriptions: Upstream): Promise<Readonly<Record<string, number>>>;
  /** Deletes the reports of purchases that no account has. */
  deleteReports(purchases: readonly string[]): Promise<number>;
}

export interface OperatorPorts {
  readonly db: Db;
  readonly reading: Reading;
  readonly clock: Clock;
}

export function membersForOperators({ db, reading, clock }: OperatorPorts): MembersForOperators {
  return {
    async profile(uid) {
      const row = await db.selectFrom("members_profiles").select(["name", "own_number"]).where("user_id", "=", uid)
        .executeTakeFirst();
      return row === undefined ? undefined : { name: row.name, ownNumber: row.own_number };
    },
    lookups: (owner) => countLookups(db, owner),
    parseNumber(text) {
      const read = parsePhoneNumber(text, "US");
      return read.kind === "number" ? read.number.e164 : undefined;
    },
    async byOwnNumber(e164, limit) {
      const rows = await db.selectFrom("members_profiles").select("user_id").where("own_number", "=", e164)
        .limit(limit).execute();
      return rows.map(({ user_id }) => user_id);
    },
    async byLookedUp(e164, limit) {
      const rows = await db.selectFrom("members_reports").select(["user_id", "subscription_id"])
        .where("e164", "=", e164).groupBy(["user_id", "subscription_id"])
        .orderBy(({ fn }) => fn.max("at_ms"), "desc").limit(limit).execute();
      return rows.map(({ user_id, subscription_id }) => ({ uid: user_id, purchase: subscription_id }));
    },
    exportMember: (member, subscriptions) => exportZip(member.uid, requesterOf(member), { reading, subscriptions }),
    async exportReports(purchases) {
      const rows = await unclaimed(db, purchases);
      return rows.map(({ body, ...row }) => ({ ...row, report: JSON.parse(body) }));
    },
    async deleteMember(member, subscriptions) {
      return (await deleteMember(member.uid, requesterOf(member), { db, clock, subscriptions })).removed;
    },
    async deleteReports(purchases) {
      const rows = await unclaimed(db, purchases);
      for (const { id } of rows) {
        await db.deleteFrom("members_report_hashes").where("report_id", "=", id).execute();
        await db.deleteFrom("members_reports").where("id", "=", id).execute();
      }
      return rows.length;
    },
  };
}

/** The port tells the subscriptions service who calls, so it does not read the token. */
function requesterOf(member: Member): Requester {
  return { kind: "member", member, headers: { [ID_TOKEN_HEADER]: "operator" } };
}

async function unclaimed(db: Db, purchases: readonly string[]) {
  if (purchases.length === 0) return [];
  return await db.selectFrom("members_reports").selectAll().where("subscription_id", "in", purchases)
    .where("user_id", "=", "").execute();
}

async function countLookups(db: Db, { uid, purchases }: LookupOwner): Promise<Lookups> {
  if (uid === "" && purchases.length === 0) return { total: 0, lastMs: undefined };
  const row = await db.selectFrom("members_reports")
    .select((eb) => [eb.fn.countAll().as("total"), eb.fn.max("at_ms").as("last")])
    .where((eb) =>
      eb.or([
        ...(uid === "" ? [] : [eb("user_id", "=", uid)]),
        ...(purchases.length === 0 ? [] : [eb.and([eb("user_id", "=", ""), eb("subscription_id", "in", purchases)])]),
      ])
    ).executeTakeFirstOrThrow();
  return { total: Number(row.total), lastMs: row.last === null ? undefined : Number(row.last) };
}
