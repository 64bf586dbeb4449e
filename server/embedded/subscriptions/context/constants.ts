/** Numbers of the subscriptions service. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Credits of a validation pack last this many months (DECISIONS, validation packs). */
export const CREDIT_MONTHS = 12;
/** A consent to an add-on is good for the click it was given with. */
export const ADD_ON_CONSENT_MAX_AGE_MS = HOUR_MS;
/** The same pack again within this time is the same click. */
export const SAME_CLICK_MS = 10_000;
/** How long a cancel waits for a charge that is on its way. */
export const WAIT_FOR_CHARGE_MS = 10_000;
export const WAIT_STEP_MS = 20;
/** Authorized and consented but no create: completed after this time (CONTRACT, step 5). */
export const COMPLETE_AFTER_MS = MINUTE_MS;
/** Authorized but not consented: voided after this time (CONTRACT, step 5). */
export const VOID_AFTER_MS = 15 * MINUTE_MS;
/** Executions the buyer did not come back to are looked at no longer. */
export const FORGET_CHECKOUT_AFTER_MS = DAY_MS;
/** A cancel the provider did not take is told again after this time, and then at growing distances up to the second. */
export const CANCEL_RETRY_MS = MINUTE_MS;
export const CANCEL_RETRY_MAX_MS = DAY_MS;
/** A move of money that was refused is asked for again after 1, 2, 4 ... minutes, at most every hour. */
export const OPERATION_RETRY_MS = MINUTE_MS;
export const OPERATION_RETRY_MAX_MS = HOUR_MS;
/** What is held and cannot be captured for so long is released. */
export const RELEASE_AFTER_MS = DAY_MS;
/** Mails a person can cause to one address (SECURITY CR2); a whole network may ask more often than one person. */
export const REQUEST_EMAILS_PER_HOUR = 3;
export const REQUESTS_PER_NETWORK_PER_HOUR = 30;
export const REQUEST_WINDOW_MS = HOUR_MS;
/** Activation links (SECURITY, send-activation). */
export const ACTIVATION_LINK_MS = HOUR_MS;
/** A declined charge is tried again 1, 3 and 5 days after it was due, inside the shortest period; then the plan ends. */
export const RETRY_AFTER_MS: readonly number[] = [DAY_MS, 2 * DAY_MS, 2 * DAY_MS];
/** Reminders before the first full charge, where the first period is longer than that (TRUST T4). */
export const REMIND_BEFORE_MS: readonly number[] = [7 * DAY_MS, 3 * DAY_MS, DAY_MS];
/** Undelivered letters are tried again after 1, 2, 4 ... minutes, at most every hour. */
export const EMAIL_RETRY_MS = MINUTE_MS;
export const EMAIL_RETRY_MAX_MS = HOUR_MS;
/** A charge still in flight after this time is asked about again. */
export const STALE_CHARGE_MS = MINUTE_MS;

/** What was asked by e-mail and confirmed within this time counts from when it was asked. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS;
/** Withdrawal from a purchase (TRUST T6), counted from its charge. */
export const WITHDRAW_WITHIN_MS = 14 * DAY_MS;
/** A renewal is undone by the member within this time (TRUST, regret window). */
export const REGRET_WITHIN_MS = DAY_MS;
/** Refunds the provider did not take are tried again after 1, 2, 4 ... minutes, at most every hour. */
export const REFUND_RETRY_MS = MINUTE_MS;
export const REFUND_RETRY_MAX_MS = HOUR_MS;
/** Two requests of one address within this time are one (SECURITY CR2). */
export const REQUEST_GAP_MS = MINUTE_MS;
/** Work on a request begins so long after its answer, so that a caller cannot read from the clock what was found. */
export const REQUEST_WORK_DELAY_MS = 100;
/** A server that took due renewals has them for itself so long; a dead one loses them then. */
export const LEASE_MS = MINUTE_MS;
/** Renewals one lane of a server carries at the same time, and how many lanes it has. */
export const AT_ONCE = 16;
export const LANES = 2;
