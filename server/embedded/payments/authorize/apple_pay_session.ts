/** Answers the merchant session that an Apple Pay sheet asks for. It is simulated: no Apple device accepts it. */
import * as z from "zod/mini";
import { AmountBody, parseRequest } from "../context/bodies.ts";
import { ApiError } from "../context/api_errors.ts";
import { isSameMoney, readMoney } from "../context/money.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";

const SESSION_MS = 5 * 60_000;
/** The only hosts a session address may name. The service sends no request to them. */
const APPLE_HOSTS: readonly string[] = [
  "apple-pay-gateway.apple.com",
  "cn-apple-pay-gateway.apple.com",
  "apple-pay-gateway-cert.apple.com",
  "cn-apple-pay-gateway-cert.apple.com",
];
const APPLE_PATHS: readonly string[] = ["/paymentservices/startSession", "/paymentservices/paymentSession"];

const SessionBody = z.object({
  integrationType: z.optional(z.string()),
  paymentMethodCode: z.literal("applePay"),
  amount: AmountBody,
  meta: z.object({
    sessionURL: z.string().check(z.maxLength(512)),
    clientContext: z.optional(z.object({ host: z.optional(z.string().check(z.maxLength(256))) })),
  }),
});

/**
 * Answers a merchant session for the execution's amount. Throws 400 for an address that is neither Apple's nor
 * ours, 422 for another amount.
 */
export function startSession({ clock, settings }: PaymentContext, row: ExecutionRow, body: unknown) {
  const { amount, meta } = parseRequest(SessionBody, body);
  if (!isSameMoney(readMoney(amount), { minor: row.amount_minor, currency: row.currency })) {
    throw new ApiError("amount-mismatch");
  }
  if (!isAllowed(meta.sessionURL, [settings.apiBase, settings.frameOrigin])) {
    throw new ApiError("request-invalid", { detail: "meta.sessionURL is not an address of Apple Pay." });
  }
  const nowMs = clock.now();
  const merchantSession = {
    epochTimestamp: nowMs,
    expiresAt: nowMs + SESSION_MS,
    merchantSessionIdentifier: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    merchantIdentifier: row.client_id,
    domainName: meta.clientContext?.host ?? "",
    displayName: row.merchant_reference,
    signature: "stand-in",
  };
  return { name: "startPaymentSession", data: { data: merchantSession } };
}

/** Allows Apple's hosts and the simulator's script, which our own addresses serve. */
function isAllowed(address: string, own: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const isBare = url.username === "" && url.password === "" && url.hash === "" && url.search === "";
  if (own.some((base) => new URL(base).origin === url.origin)) return isBare;
  return isBare && url.protocol === "https:" && url.port === "" && url.href === address &&
    APPLE_HOSTS.includes(url.hostname) && APPLE_PATHS.includes(url.pathname);
}
