/** Limits and times of the subscriptions service. `_MS` is milliseconds. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Months until the credits of a validation pack expire. */
export const CREDIT_MONTHS = 12;
/** A consent to an add-on is valid for the click it was given with. */
export const ADD_ON_CONSENT_MAX_AGE_MS = HOUR_MS;
/** A second purchase of the same pack within this time counts as the same click. */
export const SAME_CLICK_MS = 10_000;
/** How long a cancellation waits for a charge in flight. */
export const WAIT_FOR_CHARGE_MS = 10_000;
export const WAIT_STEP_MS = 20;
/**
 * An authorized, consented checkout without a create call is completed this long after its approval. It is also when
 * recovery looks at a checkout first, and how long it does not touch one that a request works on.
 */
export const COMPLETE_AFTER_MS = MINUTE_MS;
/** An authorized checkout without consent is voided after this time. */
export const VOID_AFTER_MS = 15 * MINUTE_MS;
/** A checkout whose buyer did not return is not reconciled after this time. */
export const FORGET_CHECKOUT_AFTER_MS = DAY_MS;
/** The longest wait of a checkout whose recovery failed, such as while the payments service does not answer. */
export const RECOVERY_RETRY_MAX_MS = HOUR_MS;
/**
 * A cancel the provider did not accept is retried after this time, then at growing intervals up to
 * `CANCEL_RETRY_MAX_MS`.
 */
export const CANCEL_RETRY_MS = MINUTE_MS;
export const CANCEL_RETRY_MAX_MS = DAY_MS;
/** A refused capture, cancel or refund is retried after 1, 2, 4 ... minutes, at most every hour. */
export const OPERATION_RETRY_MS = MINUTE_MS;
export const OPERATION_RETRY_MAX_MS = HOUR_MS;
/** An authorized amount that cannot be captured for this long is voided. */
export const RELEASE_AFTER_MS = DAY_MS;
/** Emails that requests can cause to one address (SECURITY CR2). */
export const REQUEST_EMAILS_PER_HOUR = 3;
export const REQUEST_WINDOW_MS = HOUR_MS;
/** How long an activation link works. */
export const ACTIVATION_LINK_MS = HOUR_MS;
/** When reminders of the first full charge are sent, before it, unless the first period is shorter (TRUST T4). */
export const REMIND_BEFORE_MS: readonly number[] = [7 * DAY_MS, 3 * DAY_MS, DAY_MS];
/** A charge in flight for this long is reconciled. */
export const STALE_CHARGE_MS = MINUTE_MS;

/** A request by email that is confirmed within this time takes effect from when it was made. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS;
/** How long a purchase can be withdrawn from, counted from its charge (TRUST T6). */
export const WITHDRAW_WITHIN_MS = 14 * DAY_MS;
/**
 * The day of the charge doesn't count and the last day counts to its end, in every time zone (Directive 2011/83/EU,
 * Regulation 1182/71): that is this much longer at most.
 */
export const WITHDRAW_LAST_DAY_MS = DAY_MS;
/** How long a member can take back a renewal. */
export const LATE_WITHDRAW_WITHIN_MS = DAY_MS;
/** Refunds the provider did not accept are retried after 1, 2, 4 ... minutes, at most every hour. */
export const REFUND_RETRY_MS = MINUTE_MS;
export const REFUND_RETRY_MAX_MS = HOUR_MS;
/** Two requests for one address within this time count as one (SECURITY CR2). */
export const REQUEST_GAP_MS = MINUTE_MS;
/** Work on a request starts this long after its answer, so that response times reveal nothing about the address. */
export const REQUEST_WORK_DELAY_MS = 100;
/** How long a server owns the renewals it claimed. Other servers take over those of a dead server afterwards. */
export const LEASE_MS = MINUTE_MS;
/** How many renewals a lane charges at the same time, and how many lanes a server has. */
export const AT_ONCE = 16;
export const LANES = 2;
