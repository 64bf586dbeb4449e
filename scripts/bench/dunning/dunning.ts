/** A simulated year under three dunning policies: recovered money, disputes and emails, reproducible by seed. */
import { dunningByReason } from "../../../server/embedded/subscriptions/billing/dunning/dunning_schedule.ts";
import type { DunningPolicy, EarlierDecline } from "../../../server/embedded/subscriptions/context/dunning_policy.ts";
import { firstAnswer, isApproved, isDisputed, pays, type Renewal } from "./world.ts";

const DAY_MS = 86_400_000;
const MONTHS = 12;
/** A monthly plan, and the acquirer's fee for a chargeback. */
const PRICE_CENTS = 3_999;
const DISPUTE_FEE_CENTS = 1_500;
/** What the service did before it knew reasons. */
const FIXED_DAYS: readonly number[] = [1, 3, 5];

/** Ends the plan with the first decline. */
const none: DunningPolicy = () => ({ kind: "end" });

/** Tries the same card after 1, 3 and 5 days, whatever the reason. */
const fixed: DunningPolicy = ({ firstMs, nowMs }) => {
  const next = FIXED_DAYS.map((days) => firstMs + days * DAY_MS).find((ms) => ms > nowMs);
  return next === undefined ? { kind: "end" } : { kind: "retry", atMs: next, isQuiet: false };
};

/** The third one is the service's own. */
export const POLICIES: Readonly<Record<string, DunningPolicy>> = { none, fixed, "by reason": dunningByReason };

export interface YearOptions {
  readonly seed: number;
  readonly members: number;
}

export interface Year {
  readonly renewals: number;
  readonly declined: number;
  /** Renewals that were declined first and paid later. */
  readonly recovered: number;
  readonly recoveredCents: number;
  readonly attempts: number;
  readonly disputes: number;
  /** Money that disputes of renewals took back, with their fees. */
  readonly disputedCents: number;
  readonly emails: number;
  /** Everything paid in the year, minus what disputes took. */
  readonly keptCents: number;
}

interface Outcome {
  readonly isPaid: boolean;
  readonly isDisputed: boolean;
  readonly isDeclined: boolean;
  readonly attempts: number;
  readonly emails: number;
}

/** One renewal from its first attempt to its end. */
function renew(renewal: Renewal, policy: DunningPolicy): Outcome {
  const { firstMs } = renewal;
  const result = firstAnswer(renewal);
  if (result === undefined) return outcome(renewal, { isPaid: true, attempts: 1, emails: 0, result: "" });
  let nowMs = firstMs;
  let emails = 0;
  const earlier: EarlierDecline[] = [];
  for (;;) {
    const step = policy({ result, firstMs, nowMs, earlier, plan: { length: "1m" } });
    const attempts = earlier.length + 1;
    if (step.kind !== "retry" || !step.isQuiet) emails += 1;
    if (step.kind === "wait") {
      // The updater may be first; otherwise the member answers, or a last email says that the plan has ended.
      const isPaid = (result === "ExpiredInstrument" && isApproved(renewal, result, step.untilMs)) ||
        pays(renewal, true);
      return outcome(renewal, { isPaid, attempts, emails: emails + (isPaid ? 0 : 1), result });
    }
    if (step.kind === "end") return outcome(renewal, { isPaid: pays(renewal, false), attempts, emails, result });
    earlier.push({ result, atMs: nowMs, retryMs: step.atMs });
    nowMs = step.atMs;
    if (isApproved(renewal, result, nowMs)) {
      return outcome(renewal, { isPaid: true, attempts: attempts + 1, emails, result });
    }
  }
}

interface End extends Pick<Outcome, "isPaid" | "attempts" | "emails"> {
  readonly result: string;
}

function outcome(renewal: Renewal, { isPaid, attempts, emails, result }: End): Outcome {
  // A new card pays with the member present: only an attempt with the old card counts as a retry that succeeded.
  const isDisputedNow = isPaid && isDisputed(renewal, result, attempts - 1);
  return {
    isPaid,
    isDisputed: isDisputedNow,
    isDeclined: result !== "",
    attempts,
    emails: emails + (isDisputedNow ? 1 : 0),
  };
}

/** Members renew monthly until a renewal stays unpaid or is disputed. */
export function simulateYear(policy: DunningPolicy, { seed, members }: YearOptions): Year {
  const year = { renewals: 0, declined: 0, recovered: 0, attempts: 0, disputes: 0, emails: 0 };
  for (let member = 0; member < members; member++) {
    for (let month = 0; month < MONTHS; month++) {
      const firstMs = Date.UTC(2027, month, 1 + member % 28, 9);
      const { isPaid, isDisputed: disputed, isDeclined, attempts, emails } = renew({ seed, member, firstMs }, policy);
      year.renewals += isPaid ? 1 : 0;
      year.declined += isDeclined ? 1 : 0;
      year.recovered += isDeclined && isPaid ? 1 : 0;
      year.attempts += attempts;
      year.disputes += disputed ? 1 : 0;
      year.emails += emails;
      if (!isPaid || disputed) break;
    }
  }
  const disputedCents = year.disputes * (PRICE_CENTS + DISPUTE_FEE_CENTS);
  return {
    ...year,
    recoveredCents: year.recovered * PRICE_CENTS,
    disputedCents,
    keptCents: year.renewals * PRICE_CENTS - disputedCents,
  };
}

const money = (cents: number) => `$${Math.round(cents / 100).toLocaleString("en-US")}`;

const count = (many: number) => many.toLocaleString("en-US");

/** The table of docs/operations/dunning.md: its header, then one row for each policy. */
export function dunningTable(
  { seed = 1, members = 10_000 }: Partial<YearOptions> = {},
): readonly (readonly string[])[] {
  const head = ["policy", "declined", "recovered", "recovered money", "attempts", "disputes of renewals", "emails"];
  const rows = Object.entries(POLICIES).map(([name, policy]) => {
    const year = simulateYear(policy, { seed, members });
    return [
      name === "fixed" ? "fixed days" : name,
      count(year.declined),
      `${(100 * year.recovered / year.declined).toFixed(1)} %`,
      money(year.recoveredCents),
      count(year.attempts),
      `${count(year.disputes)} (${(100 * year.disputes / year.renewals).toFixed(2)} %)`,
      count(year.emails),
      money(year.keptCents),
    ];
  });
  return [[...head, "kept in the year"], ...rows];
}

/** Prints the table. */
export function benchDunning(options: Partial<YearOptions> = {}): void {
  const { seed = 1, members = 10_000 } = options;
  console.log(`A year of ${count(members)} members on a monthly plan of $39.99, seed ${seed}`);
  for (const row of dunningTable(options)) console.log(row.join(" | "));
}
