/**
 * Every event of webhooks, with what it tells the merchant. What sends an event takes its name from here; the document
 * for merchants lists the names, and `docs/merchants/back-end/webhooks.md` the sentences.
 */

/** Statuses of an execution. */
const EXECUTION_ROWS = {
  authorizeRequested: "The shopper or your server asked for a payment; its outcome follows.",
  authorizePending: "The bank or the shopper has not decided yet: wait.",
  confirmRequested: "The shopper approved the payment in a wallet; its outcome follows.",
  authorizeSuccessful: "The order is paid, or its amount is held: ship, or capture when you do.",
  authorizeFailed: "The attempt was declined; the shopper may still pay with another card.",
  captureRequested: "You asked for a capture; its outcome follows.",
  captureSuccessful: "The money is captured: compare `captured` with what you shipped.",
  captureFailed: "The acquirer refused the capture, and the amount is still held.",
  cancelRequested: "You asked for a cancel; its outcome follows.",
  cancelSuccessful: "No amount is held anymore.",
  cancelFailed: "The acquirer refused the cancel: what was held still is.",
  refundRequested: "You asked for a refund; its outcome follows.",
  refundSuccessful: "The money goes back to the shopper: compare `refunded` with what you gave back.",
  refundFailed: "The acquirer refused the refund, and no money moved.",
} as const;

/** Statuses of a dispute, in its history too. */
const DISPUTE_ROWS = {
  disputeOpened: "The bank reported a dispute: answer it, and stop deliveries and renewals.",
  disputeEscalated: "An early warning or an inquiry became a chargeback: answer it again.",
  disputeUnderReview: "The bank has your evidence.",
  disputeWon: "The bank decided for you, and the money is back.",
  disputeLost: "The bank decided for the cardholder, who keeps the money.",
  disputeAccepted: "You accepted the loss.",
  disputeExpired: "The time to answer passed without evidence, and you have lost.",
  disputeClosed: "An early warning or an inquiry ended without a chargeback.",
} as const;

/** What networks report about stored cards. */
const INSTRUMENT_ROWS = {
  instrumentExpiryChanged: "The stored card has a new expiry date; it pays as before.",
  instrumentReplaced: "The bank replaced the stored card by one with another number; it pays as before.",
  instrumentClosed: "The card's account is closed: ask the shopper for another card.",
  instrumentSuspended: "The stored card cannot pay until it is resumed.",
  instrumentResumed: "The stored card pays again.",
  instrumentTokenDeleted: "The network deleted the card's token: ask the shopper for another card.",
} as const;

/** What a merchant asks for to try its receiver. */
const TEST_ROWS = {
  webhookTest: "You asked for a test of your address: its execution is made up, and nothing has happened.",
} as const;

export const WEBHOOK_EVENTS = { ...EXECUTION_ROWS, ...DISPUTE_ROWS, ...INSTRUMENT_ROWS, ...TEST_ROWS } as const;

export type ExecutionEvent = keyof typeof EXECUTION_ROWS;
export type DisputeEvent = keyof typeof DISPUTE_ROWS;
export type InstrumentEvent = keyof typeof INSTRUMENT_ROWS;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;

export const EXECUTION_EVENTS = namesOf(EXECUTION_ROWS);
export const DISPUTE_EVENTS = namesOf(DISPUTE_ROWS);
export const WEBHOOK_EVENT_NAMES = namesOf(WEBHOOK_EVENTS);

function namesOf<Name extends string>(rows: Readonly<Record<Name, string>>): readonly Name[] {
  return Object.keys(rows) as Name[];
}
