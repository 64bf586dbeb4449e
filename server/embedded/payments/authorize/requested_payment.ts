/** Reads what a request pays with: a newly sealed card, a stored instrument, a wallet's token or a hosted page. */
import type { PaymentMethod } from "../acquirer/acquirer.ts";
import { checkScheme } from "../instruments/bins.ts";
import type { AuthorizeRequest } from "../context/bodies.ts";
import { DECLINES_WINDOW_MS } from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import { findMethod, methodsOf } from "../context/payment_methods.ts";
import { blankInstrument, findInstrument, newCardInstrument, readStoredCard } from "../instruments/instruments.ts";
import { ownerOf } from "../db/owner.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, InstrumentRow } from "../db/tables.ts";
import { checkCard, openCode, openSealed } from "../vault/open_sealed.ts";
import { checkBinding } from "../vault/binding.ts";
import type { Recording } from "../idempotency/claim.ts";
import type { Screening } from "../fraud/screening.ts";

/** The payment method, and what is written with the intent. */
export interface Payment {
  readonly paymentMethod: PaymentMethod;
  /** The stored instrument that pays. */
  readonly instrumentId?: string;
  /** True for a stored instrument that is good for one payment, which claims it. */
  readonly isForOnePayment?: boolean;
  /** The instrument to store if the payment is approved. */
  readonly storing?: InstrumentRow;
  readonly sealHash?: string;
  /** True for a card stored long enough ago not to be a guess. */
  readonly isKnownCard?: boolean;
}

type Item = AuthorizeRequest["paymentComposition"][number];

export interface PaymentSource {
  readonly row: ExecutionRow;
  readonly side: AuthorizeInput["side"];
  readonly item: Item;
}

/**
 * The payment method of a request. Throws 422 when the composition does not fit the execution or the card is invalid;
 * nothing is charged then.
 */
export async function paymentOf(context: PaymentContext, { row, side, item }: PaymentSource): Promise<Payment> {
  const { paymentInstrumentId } = item;
  if (paymentInstrumentId !== undefined) {
    return await storedPayment(context, { row, side, item, id: paymentInstrumentId });
  }
  const method = methodsOf(row).includes(item.paymentMethodCode) ? findMethod(item.paymentMethodCode) : undefined;
  if (method === undefined) throw new ApiError("composition-invalid");
  if (side === "merchant" && !isWallet(method.code)) {
    throw new ApiError("composition-invalid", {
      detail: "The merchant API charges stored instruments and wallets' tokens only.",
    });
  }
  if (method.code === "card") return await cardPayment(context, row, item);
  if (method.integrationType === "hpp") return { paymentMethod: { kind: "hosted", method: method.code } };
  if (method.code === "payPal") {
    return { paymentMethod: { kind: "account", method: method.code }, ...storing(context, row, item) };
  }
  const token = item.paymentInstrumentData?.paymentToken;
  if (token === undefined || token === "") {
    throw new ApiError("composition-invalid", { detail: "The wallet's paymentToken is missing." });
  }
  return { paymentMethod: { kind: "wallet", method: method.code, token }, ...storing(context, row, item) };
}

/** A wallet gives its token to the merchant's page, which may leave the payment to its server. */
function isWallet(code: string): boolean {
  return code === "applePay" || code === "googlePay";
}

function storing({ clock }: PaymentContext, row: ExecutionRow, item: Item): Pick<Payment, "storing"> {
  if (item.storeInstrument !== true) return {};
  const blank = blankInstrument(ownerOf(row), crypto.randomUUID(), clock.now());
  return { storing: { ...blank, payment_method: item.paymentMethodCode } };
}

interface StoredSource extends PaymentSource {
  readonly id: string;
}

async function storedPayment(context: PaymentContext, { row, side, item, id }: StoredSource): Promise<Payment> {
  const instrument = await findInstrument(context.db, ownerOf(row), id);
  // The merchant decides which methods its page may pay with. Its server may use any.
  const isOffered = side === "merchant" || methodsOf(row).includes(instrument.payment_method);
  if (!isOffered || item.paymentMethodCode !== instrument.payment_method) {
    throw new ApiError("composition-invalid", {
      detail: `This stored instrument pays by ${instrument.payment_method}, ` +
        `which is not ${
          isOffered ? "what paymentMethodCode says" : "offered for this execution"
        }. Nothing was charged.`,
    });
  }
  if (instrument.status !== "enabled" && instrument.status !== "created" && instrument.status !== "transient") {
    throw new ApiError("composition-invalid", {
      detail: "This stored instrument is switched off. Nothing was charged.",
    });
  }
  const paysWith = { instrumentId: id, isForOnePayment: instrument.status === "transient" };
  if (instrument.payment_method !== "card") {
    const paymentMethod = { kind: "wallet", method: instrument.payment_method, token: "" } as const;
    return { paymentMethod, ...paysWith };
  }
  const card = await readStoredCard(context, instrument);
  const { encryptedData: jwe, preferredScheme = instrument.preferred_scheme ?? undefined } =
    item.paymentInstrumentData ?? {};
  checkScheme(card.number, preferredScheme);
  const paymentMethod = {
    kind: "card",
    ...card,
    ...(preferredScheme === undefined ? {} : { preferredScheme }),
  } as const;
  // A card stored only just now counts as new, like one that was typed.
  const isKnownCard = instrument.created_ms < context.clock.now() - DECLINES_WINDOW_MS;
  if (jwe === undefined) return { paymentMethod, ...paysWith, isKnownCard };
  // The merchant's page asked for the security code again. It goes to the acquirer and is never stored.
  const { sealed, sealHash } = await openCode(context, jwe, instrument.network);
  checkBinding(row, sealed);
  return {
    paymentMethod: { ...paymentMethod, securityCode: sealed.securityCode },
    ...paysWith,
    isKnownCard,
    sealHash,
  };
}

async function cardPayment(context: PaymentContext, row: ExecutionRow, item: Item): Promise<Payment> {
  const { encryptedData: jwe = "", preferredScheme } = item.paymentInstrumentData ?? {};
  const { sealed, sealHash } = await openSealed(context, jwe);
  const card = checkCard(sealed, new Date(context.clock.now()));
  checkBinding(row, sealed);
  checkScheme(card.number, preferredScheme);
  return {
    paymentMethod: { kind: "card", ...card, ...(preferredScheme === undefined ? {} : { preferredScheme }) },
    sealHash,
    ...(item.storeInstrument === true
      ? { storing: await newCardInstrument(context, { owner: ownerOf(row), card }, { preferredScheme }) }
      : {}),
  };
}

export interface AuthorizeInput {
  readonly row: ExecutionRow;
  readonly body: AuthorizeRequest;
  /** `client` is the shopper's page; `merchant` the merchant's server, which never holds a card number. */
  readonly side: "client" | "merchant";
  /** Identifies the request, so that a repeat finds what it began. */
  readonly requestKey: string;
  readonly record: Recording;
  /** Left out where the request does not come from a shopper's page. */
  readonly screening?: Screening;
}
