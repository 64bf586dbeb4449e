/** Screens a payment from a shopper's page against card testing. */
import { isProviderFailure } from "../acquirer/decline_results.ts";
import { parseStatuses } from "../executions/executions.ts";
import { recordDecline, refuseRestricted, restrictedCard, type Subjects, subjectsOf } from "./card_testing.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { giveBack, recordAttempt, takePoint } from "./velocity.ts";

export interface Screening {
  /** Throws 429 for a restricted card. Otherwise true when the issuer has to authenticate the shopper first. */
  admit(number: string, isNew: boolean): Promise<boolean>;
}

interface ScreenedPayment {
  readonly clientId: string;
  /** Keyed hash of the shopper's network. Undefined for this machine, which is neither counted nor restricted. */
  readonly network: string | undefined;
  /** On the issuer page: the card was new, and its number is no longer known. */
  readonly isCardGone?: boolean;
}

/**
 * Pays, and counts how the payment ended. Throws 429 for a network with too many declined payments. A payment counts as
 * declined until its outcome is known: of many at once, no more than the limit reach the acquirer.
 */
export async function payScreened(
  context: PaymentContext,
  payment: ScreenedPayment,
  pay: (screening: Screening) => Promise<ExecutionRow>,
): Promise<ExecutionRow> {
  const point = await takePoint(context, payment.network, "decline");
  const screening = new PaymentScreening(context, payment);
  let isDecline = false;
  try {
    const row = await pay(screening);
    isDecline = countsAsDecline(row);
    await screening.recordOutcome(row);
    return row;
  } finally {
    screening.end();
    if (!isDecline) await giveBack(context, point);
  }
}

/** When a card that too many payments are trying at once can be tried again. */
const UNDER_WAY_S = 1;

class PaymentScreening implements Screening {
  readonly #context: PaymentContext;
  readonly #payment: ScreenedPayment;
  #tried: Subjects | undefined;
  #isUnderWay = false;

  constructor(context: PaymentContext, payment: ScreenedPayment) {
    this.#context = context;
    this.#payment = payment;
  }

  async admit(number: string, isNew: boolean): Promise<boolean> {
    const { clientId, network } = this.#payment;
    if (network === undefined) return false;
    this.#tried = await subjectsOf(this.#context, { clientId, number, isNew });
    // Before the restrictions are read: a decline is stored before its payment ends, so that the next one finds it.
    if (!this.#context.cardAttempts.begin(this.#tried.card)) throw restrictedCard(UNDER_WAY_S);
    this.#isUnderWay = true;
    return await refuseRestricted(this.#context, this.#tried);
  }

  async recordOutcome(row: ExecutionRow): Promise<void> {
    const { clientId, network, isCardGone = false } = this.#payment;
    const isDecline = countsAsDecline(row);
    if (network === undefined || (!isDecline && row.authorized_minor === 0)) return;
    const { cardAttempts, clock } = this.#context;
    const subjects = this.#tried ?? (isCardGone ? await subjectsOf(this.#context, { clientId, isNew: true }) : {});
    cardAttempts.add(subjects.shop, clock.now());
    cardAttempts.add(subjects.range, clock.now());
    if (isDecline) await recordDecline(this.#context, { network, subjects });
  }

  /** The acquirer has answered for the card. */
  end(): void {
    if (this.#isUnderWay) this.#context.cardAttempts.end(this.#tried?.card);
    this.#isUnderWay = false;
  }
}

/** A failure of the acquirer or the issuer declines every card and says nothing about this one. */
function countsAsDecline(row: ExecutionRow): boolean {
  const { result } = parseStatuses(row).at(-1) ?? {};
  return row.state === "declined" && !isProviderFailure(result);
}

/** Counts the outcome of a payment that continued on the issuer page. */
export async function recordScreening(
  context: PaymentContext,
  payment: ScreenedPayment,
  row: ExecutionRow,
): Promise<void> {
  if (countsAsDecline(row)) await recordAttempt(context, payment.network, "decline");
  await new PaymentScreening(context, payment).recordOutcome(row);
}
