/** What is looked at around a payment from a shopper's page, against card testing. */
import { BANK_FAULTS } from "../context/constants.ts";
import { parseStatuses } from "../executions/executions.ts";
import { noteRefusal, refuseGuarded, type Subjects, subjectsOf } from "./card_testing.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { recordAttempt, refuseTesting } from "./velocity.ts";

export interface Screening {
  /** 429 for a card that is held back; otherwise whether the issuer has to make sure of the shopper first. */
  admit(number: string, isNew: boolean): Promise<boolean>;
  /** How the payment ended. */
  note(row: ExecutionRow): Promise<void>;
}

interface Watched {
  readonly clientId: string;
  /** Undefined for the machine itself, which is neither counted nor held back. */
  readonly network: string | undefined;
  /** At the bank page: a new card that is not known any more. */
  readonly isCardGone?: boolean;
}

/** 429 for a network that was refused too often. */
export async function screenPayment(context: PaymentContext, watched: Watched): Promise<Screening> {
  await refuseTesting(context, watched.network, "decline");
  return new Watching(context, watched);
}

class Watching implements Screening {
  readonly #service: PaymentContext;
  readonly #watched: Watched;
  #tried: Subjects | undefined;

  constructor(context: PaymentContext, watched: Watched) {
    this.#service = context;
    this.#watched = watched;
  }

  async admit(number: string, isNew: boolean): Promise<boolean> {
    const { clientId, network } = this.#watched;
    if (network === undefined) return false;
    this.#tried = await subjectsOf(this.#service, { clientId, number, isNew });
    return await refuseGuarded(this.#service, this.#tried);
  }

  async note(row: ExecutionRow): Promise<void> {
    const { clientId, network, isCardGone = false } = this.#watched;
    const isRefused = isRefusal(row);
    if (network === undefined || (!isRefused && row.authorized_minor === 0)) return;
    const { cardTries, clock } = this.#service;
    const subjects = this.#tried ?? (isCardGone ? await subjectsOf(this.#service, { clientId, isNew: true }) : {});
    cardTries.add(subjects.shop, clock.now());
    cardTries.add(subjects.range, clock.now());
    if (!isRefused) return;
    await recordAttempt(this.#service, network, "decline");
    await noteRefusal(this.#service, { network, subjects });
  }
}

/** A bank that is away refuses everybody, and says nothing about a card. */
function isRefusal(row: ExecutionRow): boolean {
  const { result } = parseStatuses(row).at(-1) ?? {};
  return row.state === "declined" && !BANK_FAULTS.includes(result ?? "");
}

/** How a payment ended that went on at the bank page. */
export async function recordScreening(context: PaymentContext, watched: Watched, row: ExecutionRow): Promise<void> {
  await new Watching(context, watched).note(row);
}
