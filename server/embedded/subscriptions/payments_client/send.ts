/** Sends calls to the payments service: with a token, a deadline, and retries that cannot charge twice. */
import type { Clock } from "../../../platform/clock.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { SubscriptionsSettings } from "../settings.ts";

interface PaymentsErrorOptions extends ErrorOptions {
  /** The service answered and said no. Default: what `isFinal` says. */
  readonly isRefused?: boolean;
  /** Of the answer that refused the call. */
  readonly status?: number;
  /** Of its first error, such as `origin-not-allowed`. */
  readonly code?: string | undefined;
}

/** Refusals that concern the way to pay. Every other one is a fault of a setting or of ours, never of the card. */
const CONCERNS_CARD: readonly string[] = ["not-found", "card-invalid", "composition-invalid", "attempts-exhausted"];

/** The provider refused or could not be reached. `isFinal` is true when a retry cannot succeed. */
export class PaymentsError extends Error {
  override readonly name = "PaymentsError";
  readonly isRefused: boolean;
  readonly #status: number | undefined;
  readonly #code: string | undefined;
  constructor(
    message: string,
    readonly isFinal: boolean,
    { isRefused = isFinal, status, code, ...options }: PaymentsErrorOptions = {},
  ) {
    super(message, options);
    this.isRefused = isRefused;
    this.#status = status;
    this.#code = code;
  }

  /** The service knows nothing under this address. */
  get isMissing(): boolean {
    return this.#status === 404;
  }

  /** An authorization was refused for its card, such as one that its network has closed. */
  get concernsCard(): boolean {
    return this.#code !== undefined && CONCERNS_CARD.includes(this.#code);
  }
}

export interface ApiPorts {
  readonly payments: Upstream;
  readonly clock: Clock;
  readonly settings: SubscriptionsSettings;
}

export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  /** Token of one execution, for calls that pages make; the merchant's own token when left out. */
  readonly session?: { readonly token: string; readonly ip: string };
}

/** One call with its token, retried with the same key while the provider gives no proper answer. */
export function createSend(ports: ApiPorts): (call: Call) => Promise<unknown> {
  const token = createToken(ports);
  const attempt = async (call: Call, isFresh: boolean): Promise<Response> => {
    const bearer = call.session?.token ?? await token(isFresh);
    const headers = new Headers({ authorization: `Bearer ${bearer}`, accept: "application/json" });
    if (call.session !== undefined) headers.set("x-client-ip", call.session.ip);
    if (call.key !== undefined) headers.set("x-idempotency-key", call.key);
    if (call.body !== undefined) headers.set("content-type", "application/json");
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    return await ports.payments(new Request(`http://payments${call.path}`, { method: call.method, headers, ...body }));
  };
  return async (call) => {
    let cause: unknown;
    const untilMs = ports.clock.now() + RETRY_WITHIN_MS;
    for (const waitMs of [...CALL_RETRY_MS, undefined]) {
      try {
        const first = await attempt(call, false);
        const answer = first.status === 401 && call.session === undefined ? await attempt(call, true) : first;
        if (answer.ok) return answer.status === 204 ? {} : await answer.json();
        const body = await answer.text();
        cause = body;
        if (!mayChange(answer.status, body)) {
          const code = errorCodeOf(body);
          const said = `${answer.status} ${code ?? NO_CODE}`;
          throw new PaymentsError(`The payments service refused ${call.path}: ${said}`, true, {
            status: answer.status,
            code,
            cause,
          });
        }
      } catch (error) {
        if (error instanceof PaymentsError) throw error;
        cause = error;
      }
      if (waitMs === undefined || ports.clock.now() >= untilMs) break;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    throw new PaymentsError(`The payments service does not answer ${call.path}`, false, { cause });
  };
}

/** The code of the first error, such as `origin-not-allowed`. Other text of an answer may quote what was sent. */
function errorCodeOf(body: string): string | undefined {
  return /"code":\s*"([a-z][a-z-]{0,39})"/.exec(body)?.[1];
}
const NO_CODE = "without a code";

/** A busy or unavailable service recovers; any other refusal would only repeat. */
function mayChange(status: number, body: string): boolean {
  return status >= 500 || status === 429 || (status === 409 && /"(key-in-flight|execution-busy)"/.test(body));
}

/** The access token, fetched once for all calls and kept until shortly before it expires. */
function createToken({ payments, clock, settings }: ApiPorts): (isFresh: boolean) => Promise<string> {
  let held: { readonly token: Promise<string>; untilMs: number } | undefined;
  const fetchToken = async (holder: { untilMs: number }): Promise<string> => {
    const answer = await payments(
      new Request(`http://payments/auth/token/${encodeURIComponent(settings.clientId)}`, {
        method: "POST",
        headers: { "x-api-key": settings.clientSecret },
      }),
    );
    if (!answer.ok) {
      const body = await answer.text();
      const message = `The payments service gave no token: ${answer.status} ${errorCodeOf(body) ?? NO_CODE}`;
      // Not final: the renewals that wait are charged once the operator has set the right secret.
      if (!mayChange(answer.status, body)) throw new PaymentsError(message, false, { isRefused: true });
      throw new Error(message);
    }
    const { token, expiresInS } = parseToken(await answer.json());
    holder.untilMs = clock.now() + expiresInS * 1_000 - TOKEN_MARGIN_MS;
    return token;
  };
  return (isFresh) => {
    if (held !== undefined && !isFresh && clock.now() < held.untilMs) return held.token;
    const holder = { untilMs: Number.POSITIVE_INFINITY };
    const token = fetchToken(holder);
    const next = Object.assign(holder, { token });
    held = next;
    token.catch(() => {
      if (held === next) held = undefined;
    });
    return token;
  };
}

function parseToken(value: unknown): { readonly token: string; readonly expiresInS: number } {
  if (typeof value !== "object" || value === null || !("access_token" in value)) throw new TypeError("No access token");
  const expiresInS = "expires_in" in value ? Number(value.expires_in) : 0;
  return { token: String(value.access_token), expiresInS };
}

/** How long before their expiry access tokens are renewed. */
export const TOKEN_MARGIN_MS = 30_000;

/** Pauses between tries of one call, always with the same idempotency key. */
export const CALL_RETRY_MS: readonly number[] = [200, 400];

/**
 * From here on a failed call is not tried again: every try may wait for a database that does not answer, and the caller
 * waits for all of them. Shorter than the limit of one statement.
 */
const RETRY_WITHIN_MS = 1_500;
