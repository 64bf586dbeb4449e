/** Tables of the members service: look-ups, the daily quota, member reports, profiles. */
import type { Generated } from "kysely";

/** One look-up, paid by quota or credit; `body` is the report as JSON, without the look-ups left. */
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

/** Look-ups of the latest UTC day on which a subscription made any; the row also serves as the lock for counting. */
interface AllowancesTable {
  readonly subscription_id: string;
  readonly day: string;
  readonly used: number;
}

/** Member reports about numbers. */
interface NumberReportsTable {
  readonly id: string;
  readonly e164: string;
  readonly reporter_id: string;
  readonly is_bad: number;
  readonly at_ms: number;
  /** Key of a row of REPORT_KINDS. */
  readonly kind: string;
  /** The member's own words, shown only to them. */
  readonly text: string;
}

/** A dispute of the reports on a number; older reports weigh half for 30 days. */
interface DisputesTable {
  readonly id: string;
  readonly e164: string;
  readonly user_id: string;
  readonly reason: string;
  readonly text: string;
  readonly at_ms: number;
}

/** One bulk check; `body` holds its rows as JSON. */
interface BatchesTable {
  readonly id: string;
  readonly user_id: string;
  readonly subscription_id: string;
  readonly name: string;
  readonly body: string;
  readonly at_ms: number;
}

/** A hash printed on a PDF report. */
interface ReportHashesTable {
  readonly hash: string;
  readonly report_id: string;
  readonly at_ms: number;
}

/** One registry search and the terms accepted for it. */
interface RegistrySearchesTable {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly terms_version: string;
  readonly source: string;
  readonly at_ms: number;
}

/** A number with an alert, in the state last reported to the member. */
interface WatchesTable {
  readonly id: string;
  readonly user_id: string;
  /** Where the alerts go: the confirmed address that the member had last. */
  readonly email: string;
  readonly e164: string;
  readonly score: number;
  readonly reporters: number;
  readonly created_ms: number;
  /** Time of the next check. */
  readonly due_ms: number;
  /** Time of the last alert; 0 before the first. */
  readonly mailed_ms: number;
  /** The score that the last alert replaced. */
  readonly before_score: number | null;
  /** Language of the alert emails. */
  readonly language: Generated<string>;
  /** The member's country when they asked for alerts, ISO 3166 alpha-2 or empty; the score compares the number's. */
  readonly asker_country: Generated<string>;
}
interface WatchLinksTable {
  readonly secret_hash: string;
  readonly watch_id: string;
  /** When the alert ended; null while it runs. */
  readonly ended_ms: number | null;
}

/** What a paid source said about a number. */
interface SourceFactsTable {
  /** SHA-256 of the source's name and the number. */
  readonly key: string;
  /** JSON, also while the source is asked; null when it had no answer. */
  readonly facts: string | null;
  /** When the source may be asked again. */
  readonly until_ms: number;
}

interface ProfilesTable {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  /** The member's own number in E.164, or empty; the score uses it to detect look-alikes. */
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
  readonly members_source_facts: SourceFactsTable;
  readonly members_profiles: ProfilesTable;
  readonly members_profile_subscriptions: ProfileSubscriptionsTable;
}

declare module "../../../db/database.ts" {
  interface Database extends MembersTables {}
}
