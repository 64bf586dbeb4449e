/** Apple's sheet as three events: it requests a merchant session, returns a token, or is closed. */
import { canUseApplePay } from "./apple_available.ts";
import type { AppleRequest } from "./apple_request.ts";

/** First version with recurring payments. */
const SESSION_VERSION = 14;

export interface ApplePayment {
  readonly token: { readonly paymentMethod?: { readonly displayName?: string; readonly network?: string } };
}

/** The shopper closed the sheet. */
export class SheetClosed extends Error {
  override readonly name = "SheetClosed";
}

export interface AppleSheet {
  /** Address at which the merchant is validated. */
  readonly validation: Promise<string>;
  readonly payment: Promise<ApplePayment>;
  /** Rejects when the shopper closes the sheet; never resolves. */
  readonly closed: Promise<never>;
  readonly acceptMerchant: (session: unknown) => void;
  readonly finish: (isPaid: boolean) => void;
  readonly abort: () => void;
}

interface Session {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null;
  onpaymentauthorized: ((event: { readonly payment: ApplePayment }) => void) | null;
  oncancel: (() => void) | null;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { readonly status: number }): void;
}

interface AppleApi {
  new (version: number, request: object): Session;
  canMakePayments(): boolean;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
}

/** Opens the sheet within the click; undefined where that is impossible. */
export function openAppleSheet(request: AppleRequest, page: object = globalThis): AppleSheet | undefined {
  if (!canUseApplePay(page)) return undefined;
  const api = asApi(Reflect.get(page, "ApplePaySession"));
  let session: Session;
  try {
    session = new api(SESSION_VERSION, request);
  } catch {
    return undefined;
  }
  let isOver = false;
  const validation = new Promise<string>((resolve) => {
    session.onvalidatemerchant = ({ validationURL }) => resolve(validationURL);
  });
  const payment = new Promise<ApplePayment>((resolve) => {
    session.onpaymentauthorized = ({ payment: paid }) => resolve(paid);
  });
  const closed = new Promise<never>((_, reject) => {
    session.oncancel = () => {
      isOver = true;
      reject(new SheetClosed("The sheet was closed"));
    };
  });
  // The page may not be awaiting it when the sheet closes.
  closed.catch(() => undefined);
  // The sheet also closes when the create takes longer than Apple's limit; a call on a closed sheet would throw.
  const end = (say: () => void) => {
    if (!isOver) say();
    isOver = true;
  };
  try {
    session.begin();
  } catch {
    // The page already has an open sheet.
    return undefined;
  }
  return {
    validation,
    payment,
    closed,
    acceptMerchant: (merchant) => session.completeMerchantValidation(merchant),
    finish: (isPaid) =>
      end(() => session.completePayment({ status: isPaid ? api.STATUS_SUCCESS : api.STATUS_FAILURE })),
    abort: () => end(() => session.abort()),
  };
}

function asApi(api: unknown): AppleApi {
  return api as AppleApi;
}
