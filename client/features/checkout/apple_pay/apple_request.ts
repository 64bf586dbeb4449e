/**
 * The request for Apple's sheet: today's amount and, for a plan that renews, its later charges (W-APPLE-02,
 * W-APPLE-09).
 */
import { t } from "../../../i18n/t.ts";
import { CURRENCY, isRecurring, type Plan, todayCents } from "../../../../server/wire/billing/plans.ts";
import type { Shown } from "../../../../server/wire/billing/purchase.ts";
import { APPLE_NETWORKS } from "../constants.ts";

/** Apple's units of an interval: a plan of three months is three times a month. */
type IntervalUnit = "day" | "month";

interface LineItem {
  readonly label: string;
  readonly amount: string;
  readonly type: "final";
}

interface RecurringItem extends LineItem {
  readonly paymentTiming: "recurring";
  readonly recurringPaymentStartDate?: string;
  readonly recurringPaymentEndDate?: string;
  readonly recurringPaymentIntervalUnit: IntervalUnit;
  readonly recurringPaymentIntervalCount: number;
}

/** ApplePayPaymentRequest, the parts we use. */
export interface AppleRequest {
  readonly countryCode: "US";
  readonly currencyCode: string;
  readonly supportedNetworks: readonly string[];
  readonly merchantCapabilities: readonly string[];
  readonly total: LineItem;
  readonly recurringPaymentRequest?: {
    readonly paymentDescription: string;
    readonly regularBilling: RecurringItem;
    readonly trialBilling?: RecurringItem;
    readonly billingAgreement: string;
    readonly managementURL: string;
  };
}

export interface AppleTerms {
  readonly plan: Plan;
  readonly name: string;
  readonly shown: Shown;
  /** The consent text beside the checkbox. */
  readonly agreement: string;
  /** Page on which the plan is changed and cancelled. */
  readonly managementUrl: string;
}

export function appleRequest({ plan, name, shown, agreement, managementUrl }: AppleTerms): AppleRequest {
  const request: AppleRequest = {
    countryCode: "US",
    currencyCode: CURRENCY,
    supportedNetworks: APPLE_NETWORKS,
    merchantCapabilities: ["supports3DS"],
    total: { label: name, amount: amountText(todayCents(plan)), type: "final" },
  };
  const interval = appleInterval(plan);
  if (interval === undefined || shown.next_at === null) return request;
  const startsAt = `${shown.next_at}T00:00:00.000Z`;
  return {
    ...request,
    recurringPaymentRequest: {
      paymentDescription: name,
      regularBilling: recurringItem({ label: name, cents: plan.sum_cents, interval, startsAt }),
      ...(plan.trial_sum_cents === undefined ? {} : {
        trialBilling: recurringItem({
          label: plan.trial_days === undefined ? t("First period") : t("Trial"),
          cents: plan.trial_sum_cents,
          interval: plan.trial_days === undefined ? interval : { unit: "day", count: plan.trial_days },
          endsAt: startsAt,
        }),
      }),
      billingAgreement: agreement,
      managementURL: managementUrl,
    },
  };
}

interface Interval {
  readonly unit: IntervalUnit;
  readonly count: number;
}

/** The plan's own length, so 7 days for the weekly plans (W-APPLE-09, TRUST T9); undefined for one-time products. */
export function appleInterval(plan: Plan): Interval | undefined {
  if (!isRecurring(plan)) return undefined;
  return { unit: plan.length.endsWith("d") ? "day" : "month", count: Number.parseInt(plan.length, 10) };
}

interface Billing {
  readonly label: string;
  readonly cents: number;
  readonly interval: Interval;
  readonly startsAt?: string;
  readonly endsAt?: string;
}

function recurringItem({ label, cents, interval, startsAt, endsAt }: Billing): RecurringItem {
  return {
    label,
    amount: amountText(cents),
    type: "final",
    paymentTiming: "recurring",
    ...(startsAt === undefined ? {} : { recurringPaymentStartDate: startsAt }),
    ...(endsAt === undefined ? {} : { recurringPaymentEndDate: endsAt }),
    recurringPaymentIntervalUnit: interval.unit,
    recurringPaymentIntervalCount: interval.count,
  };
}

/** Apple expects a decimal point in every language. */
function amountText(cents: number): string {
  return (cents / 100).toFixed(2);
}
