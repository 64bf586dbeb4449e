/** Tables of the members service: look-ups made, the day's allowance, member reports, profiles. */
import type { Generated } from "kysely";

/** One look-up a member paid for with allowance or credit; `body` is the report as JSON, without what is left. */
interface ReportsTable {
  readonly id: string;
  readonly subscription_id: string;
  /** Empty before sign-in. */
  readonly user_id: string;
  readonly e164: string;
  readonly score: number | null;
  readonly band: string;
  readonly body: string;
  readonly at_ms: number;
}

/** Look-ups of the newest UTC day in which a subscription made any; the row is also the lock for counting. */
interface AllowancesTable {
  readonly subscription_id: string;
  readonly day: string;
  readonly used: number;
}

/** What members say about a number. */
interface NumberReportsTable {
  readonly id: string;
  readonly e164: string;
  readonly reporter_id: string;
  readonly is_bad: number;
  readonly at_ms: number;
  /** A row of REPORT_KINDS. */
  readonly kind: string;
  /** The member's own words, shown to them alone. */
  readonly text: string;
}

/** A visitor says that the reports on a number are wrong; older reports weigh less while it is under review. */
interface DisputesTable {
  readonly id: string;
  readonly e164: string;
  readonly user_id: string;
  readonly reason: string;
  readonly text: string;
  readonly at_ms: number;
}

/** One list checked at once; `body` holds its rows as JSON. */
interface BatchesTable {
  readonly id: string;
  readonly user_id: string;
  readonly subscription_id: string;
  readonly name: string;
  readonly body: string;
  readonly at_ms: number;
}

/** A hash that was printed on a PDF report. */
interface ReportHashesTable {
  readonly hash: string;
  readonly report_id: string;
  readonly at_ms: number;
}

/** One search of the registry and the terms accepted for it. */
interface RegistrySearchesTable {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly terms_version: string;
  readonly source: string;
  readonly at_ms: number;
}

/** A number a member wants to hear of, as it stood when they last heard of it. */
interface WatchesTable {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly e164: string;
  readonly score: number;
  readonly reporters: number;
  readonly created_ms: number;
  /** When it is looked at next. */
  readonly due_ms: number;
  /** When the last alert went out; 0 before the first. */
  readonly mailed_ms: number;
  /** Alerts are written in it. */
  readonly language: Generated<string>;
}
interface WatchLinksTable {
  readonly secret_hash: string;
  readonly watch_id: string;
}

interface ProfilesTable {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  /** The member's own number as E.164, or empty; lets the score see look-alikes. */
  readonly own_number: string;
  readonly created_ms: number;
  readonly updated_ms: number;
}

interface ProfileSubscriptionsTable {
  readonly user_id: string;
  readonly subscription_id: string;
  readonly added_ms: number;
}

export interface MembersTables {
  readonly members_reports: ReportsTable;
  readonly members_allowances: AllowancesTable;
  readonly members_number_reports: NumberReportsTable;
  readonly members_disputes: DisputesTable;
  readonly members_batches: BatchesTable;
  readonly members_report_hashes: ReportHashesTable;
  readonly members_registry_searches: RegistrySearchesTable;
  readonly members_watches: WatchesTable;
  readonly members_watch_links: WatchLinksTable;
  readonly members_profiles: ProfilesTable;
  readonly members_profile_subscriptions: ProfileSubscriptionsTable;
}

declare module "../../../db/database.ts" {
  interface Database extends MembersTables {}
}
