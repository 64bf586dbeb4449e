/** Screens a payment from a shopper's page against card testing. */
import { isProviderFailure } from "../acquirer/decline_results.ts";
import { parseStatuses } from "../executions/executions.ts";
import { recordDecline, refuseRestricted, type Subjects, subjectsOf } from "./card_testing.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { recordAttempt, refuseTesting } from "./velocity.ts";

export interface Screening {
  /** Throws 429 for a restricted card. Otherwise true when the issuer has to authenticate the shopper first. */
  admit(number: string, isNew: boolean): Promise<boolean>;
  /** Counts how the payment ended. */
  recordOutcome(row: ExecutionRow): Promise<void>;
}

interface ScreenedPayment {
  readonly clientId: string;
  /** Keyed hash of the shopper's network. Undefined for this machine, which is neither counted nor restricted. */
  readonly network: string | undefined;
  /** On the issuer page: the card was new, and its number is no longer known. */
  readonly isCardGone?: boolean;
}

/** Throws 429 for a network with too many declined payments. */
export async function screenPayment(context: PaymentContext, payment: ScreenedPayment): Promise<Screening> {
  await refuseTesting(context, payment.network, "decline");
  return new PaymentScreening(context, payment);
}

class PaymentScreening implements Screening {
  readonly #context: PaymentContext;
  readonly #payment: ScreenedPayment;
  #tried: Subjects | undefined;

  constructor(context: PaymentContext, payment: ScreenedPayment) {
    this.#context = context;
    this.#payment = payment;
  }

  async admit(number: string, isNew: boolean): Promise<boolean> {
    const { clientId, network } = this.#payment;
    if (network === undefined) return false;
    this.#tried = await subjectsOf(this.#context, { clientId, number, isNew });
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
    if (!isDecline) return;
    await recordAttempt(this.#context, network, "decline");
    await recordDecline(this.#context, { network, subjects });
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
  await new PaymentScreening(context, payment).recordOutcome(row);
}
