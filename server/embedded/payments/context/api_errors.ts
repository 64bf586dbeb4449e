/** The errors this service answers with: one row per code, and the JSON body that carries them. */
import type { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Log } from "../../../platform/log.ts";

interface ApiErrorRow {
  readonly status: ContentfulStatusCode;
  readonly detail: string;
  /** Gives every cause of this error the same body, id included, so that a stranger learns nothing from it. */
  readonly uniform?: true;
}

const API_ERRORS = {
  "request-invalid": { status: 400, detail: "The request is not what this address expects." },
  "method-not-allowed": { status: 405, detail: "This address takes another method." },
  "request-too-large": { status: 413, detail: "The request is larger than 64 KB." },
  "request-too-slow": { status: 408, detail: "The request took too long to arrive. Please send it again." },
  "key-missing": { status: 400, detail: "Send the header x-idempotency-key with 1 to 255 visible characters." },
  "key-reused": {
    status: 422,
    detail: "This x-idempotency-key was used for another request. Nothing was done; send a new key.",
  },
  "key-in-flight": {
    status: 409,
    detail: "The first request with this x-idempotency-key is still running. Repeat it in a moment.",
  },
  "unauthorized": {
    status: 401,
    detail: "The token is missing, wrong or expired. Get a new one and repeat the request.",
    uniform: true,
  },
  "client-unknown": { status: 401, detail: "The client id and the x-api-key do not belong together.", uniform: true },
  "not-found": {
    status: 404,
    detail: "There is nothing here for you: check the path, and each id in it and in the body.",
    uniform: true,
  },
  "origin-not-allowed": {
    status: 403,
    detail: "meta.clientContext.origin is not registered for this client. Register it in MERCHANT_ORIGINS.",
  },
  "amount-invalid": {
    status: 422,
    detail: "The amount is not a sum of its currency: text such as 19.99, with a point, without a sign, " +
      "with no more decimals than the currency has.",
  },
  "amount-mismatch": {
    status: 422,
    detail:
      "The amount is not that of the execution. Nothing was charged; only the merchant's back end changes it, by lookup.",
  },
  "amount-too-high": { status: 422, detail: "The amount is more than what is left. Nothing was moved." },
  "composition-invalid": {
    status: 422,
    detail: "paymentComposition must hold exactly one way to pay that this execution offers.",
  },
  "card-invalid": {
    status: 422,
    detail: "The card number, expiry or security code is not valid. Nothing was charged.",
  },
  "record-invalid": {
    status: 422,
    detail: "A record holds 1 to 40 columns, none of them a security code. Nothing was stored.",
  },
  "seal-invalid": { status: 400, detail: "The sealed card data cannot be read. Nothing was charged.", uniform: true },
  "seal-used": {
    status: 409,
    detail: "This sealed card was already used. Nothing was charged; seal the card again.",
  },
  "execution-busy": {
    status: 409,
    detail: "Another request for this execution is running. Nothing more was charged; read links.execution.",
  },
  "execution-paid": { status: 409, detail: "This execution is already paid. Nothing more was charged." },
  "execution-waiting": {
    status: 409,
    detail: "A payment for this execution is pending. Nothing more was charged; read links.execution.",
  },
  "execution-closed": { status: 409, detail: "This execution was cancelled. Start a new one." },
  "attempts-exhausted": { status: 409, detail: "This execution had 10 tries. Nothing was charged; start a new one." },
  "state-conflict": { status: 409, detail: "The execution is not in a state that allows this. Nothing was moved." },
  "address-gone": {
    status: 409,
    detail: "The address of this delivery is no longer registered. Nothing was sent.",
  },
  "targets-off": {
    status: 403,
    detail:
      "This server takes no addresses of webhooks over the API. Its operator can allow them with WEBHOOK_TARGETS.",
  },
  "target-refused": {
    status: 422,
    detail: "Webhooks are sent to https addresses of the public network, without user name, password or fragment.",
  },
  "endpoint-exists": { status: 409, detail: "This address is registered already. Nothing was changed." },
  "endpoints-full": { status: 409, detail: "A merchant registers at most 10 addresses. Delete one first." },
  "too-many-tests": { status: 429, detail: "At most 20 tests an hour. Nothing was sent." },
  "payment-disputed": {
    status: 409,
    detail: "The issuer has taken this payment back in a dispute. Nothing was refunded: it would be returned twice.",
  },
  "dispute-closed": { status: 409, detail: "The dispute no longer accepts answers. Nothing was sent." },
  "evidence-missing": { status: 422, detail: "The evidence holds no text and no file. Nothing was sent." },
  "evidence-full": { status: 422, detail: "A dispute holds at most 8 files. Nothing was stored." },
  "nothing-to-confirm": { status: 409, detail: "This execution does not wait for a confirmation." },
  "too-many-updates": { status: 429, detail: "At most 200 changes of stored instruments in one session." },
  "too-many-saves": { status: 429, detail: "Too many cards in a short time. Please wait ten minutes." },
  "too-many-declines": {
    status: 429,
    detail: "Too many refused payments from this network. Nothing was charged; please try again later.",
  },
  "unavailable": {
    status: 503,
    detail:
      "The records cannot be written right now. Repeat the request with the same key in a moment; it is charged once.",
  },
  "internal": { status: 500, detail: "Something went wrong here. Repeat the request with the same key." },
} as const satisfies Record<string, ApiErrorRow>;

export type ApiErrorCode = keyof typeof API_ERRORS;
export const API_ERROR_CODES: readonly ApiErrorCode[] = Object.keys(API_ERRORS).filter((code): code is ApiErrorCode =>
  code in API_ERRORS
);

/** Status and sentence of a code. */
export function apiErrorRow(code: ApiErrorCode): Pick<ApiErrorRow, "status" | "detail"> {
  return API_ERRORS[code];
}

interface ApiErrorOptions {
  /** Replaces the row's sentence where the cause can be named. */
  readonly detail?: string;
  /** Replaces the row's status where another service has chosen one. */
  readonly status?: ContentfulStatusCode;
  readonly links?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A refusal. `code` is a row of {@link API_ERRORS} and decides status and sentence unless `options` replace them.
 *
 * ```ts
 * throw new ApiError("execution-busy", { links: { execution: selfLink(settings, row.id) } });
 * ```
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(readonly code: ApiErrorCode, readonly options: ApiErrorOptions = {}) {
    super(options.detail ?? API_ERRORS[code].detail, { cause: options.cause });
  }
}

/** 405 for a known address asked with a method it does not take; `allow` lists the methods (RFC 9110, 15.5.6). */
export function methodNotAllowed(methods: readonly string[]): ApiError {
  const list = methods.join(", ");
  return new ApiError("method-not-allowed", { detail: `This address takes ${list}.`, headers: { allow: list } });
}

/** `retry-after` in seconds while a dependency is unavailable. */
const RETRY_AFTER_S = "5";
const LIMITS: Readonly<Record<number, ApiErrorCode>> = { 408: "request-too-slow", 413: "request-too-large" };

/** Maps what the shared limits and the proxy throw to an error of this service. */
export function apiErrorOf({ status, message, cause }: HTTPException): ApiError {
  const code = LIMITS[status] ?? (status >= 500 ? "unavailable" : "request-invalid");
  if (status in LIMITS) return new ApiError(code, { cause });
  const headers = status === 503 ? { "retry-after": RETRY_AFTER_S } : {};
  return new ApiError(code, { detail: `${message}.`, status, headers, cause });
}

/** The id of errors that must look the same. */
const UNIFORM_ID = "00000000-0000-4000-8000-000000000000";

interface AnswerPorts {
  readonly docsOrigin: string;
  readonly log: Log;
}

/**
 * Answers `{errors: [{id, code, detail, docUrl}]}`, plus `links` to what the client reads next. The log has the same
 * id, except for errors that must look the same.
 */
export function apiErrorAnswer({ code, message, options }: ApiError, { docsOrigin, log }: AnswerPorts): Response {
  const row: ApiErrorRow = API_ERRORS[code];
  const id = row.uniform === true ? UNIFORM_ID : crypto.randomUUID();
  const { status = row.status, links, headers = {} } = options;
  if (row.uniform !== true) log.info("payments.refused", { id, code, status });
  const error = {
    id,
    code,
    detail: message,
    docUrl: `${docsOrigin}/checkout/errors/${code}`,
  };
  const body = { errors: [error], ...(links === undefined ? {} : { links }) };
  return Response.json(body, { status, headers });
}
