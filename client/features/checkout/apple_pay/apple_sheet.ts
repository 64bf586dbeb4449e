/** Apple's sheet as three things that may happen: it asks for a merchant, it gives a token, or it is closed. */
import { canUseApplePay } from "./apple_available.ts";
import type { AppleRequest } from "./apple_request.ts";

/** Oldest version that knows recurring payments. */
const SESSION_VERSION = 14;

export interface ApplePayment {
  readonly token: { readonly paymentMethod?: { readonly displayName?: string; readonly network?: string } };
}

/** The sheet was closed by the person. */
export class SheetClosed extends Error {
  override readonly name = "SheetClosed";
}

export interface AppleSheet {
  /** Address the merchant is validated at. */
  readonly validation: Promise<string>;
  readonly payment: Promise<ApplePayment>;
  /** Rejects when the person closes the sheet, never resolves. */
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

/** Opens the sheet, in the click itself; undefined where that cannot be done. */
export function openAppleSheet(request: AppleRequest, page: object = globalThis): AppleSheet | undefined {
  if (!canUseApplePay(page)) return undefined;
  const api = parseApi(Reflect.get(page, "ApplePaySession"));
  let session: Session;
  try {
    session = new api(SESSION_VERSION, request);
  } catch {
    return undefined;
  }
  const validation = Promise.withResolvers<string>();
  const payment = Promise.withResolvers<ApplePayment>();
  const closed = Promise.withResolvers<never>();
  // The page may not be waiting when it is closed.
  closed.promise.catch(() => undefined);
  session.onvalidatemerchant = ({ validationURL }) => validation.resolve(validationURL);
  session.onpaymentauthorized = ({ payment: paid }) => payment.resolve(paid);
  let isOver = false;
  session.oncancel = () => {
    isOver = true;
    closed.reject(new SheetClosed("The sheet was closed"));
  };
  // Also closed when the create took longer than Apple waits: a word to a sheet that is gone would throw.
  const end = (say: () => void) => {
    if (!isOver) say();
    isOver = true;
  };
  try {
    session.begin();
  } catch {
    // The page has a sheet open already.
    return undefined;
  }
  return {
    validation: validation.promise,
    payment: payment.promise,
    closed: closed.promise,
    acceptMerchant: (merchant) => session.completeMerchantValidation(merchant),
    finish: (isPaid) =>
      end(() => session.completePayment({ status: isPaid ? api.STATUS_SUCCESS : api.STATUS_FAILURE })),
    abort: () => end(() => session.abort()),
  };
}

function parseApi(api: unknown): AppleApi {
  return api as AppleApi;
}
