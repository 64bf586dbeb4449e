/** Calls the payments API for one session: authorize, confirm, poll and watch. */
import { readExecution } from "../../api/execution.ts";
import type { Send } from "../../api/http.ts";
import { isAuthenticationFailure } from "../../errors/from_response.ts";
import { paymentError } from "../../errors/payment_error.ts";
import { type Log, trace } from "../../log/log.ts";
import { isTrustedLink, type LinkRules } from "../../session/links.ts";
import type { Session } from "../../session/session.ts";
import type { AuthorizeBody } from "../../wire/payments.ts";
import { type AuthorizeAnswer, sendAuthorize } from "./authorize.ts";
import { CHALLENGE_WATCH_INTERVAL_MS, CLOSED_CHALLENGE_POLLS } from "../constants.ts";
import { isNewer, newest, type PollOptions } from "../polling/polling.ts";
import { type FinalExecution, type PollAnswer, pollUntilFinal } from "../polling/poll_until_final.ts";
import { waitOnline } from "../../core/wait.ts";

export interface ExecutorPorts {
  readonly session: Session;
  readonly send: Send;
  readonly log: Log;
  readonly rules: LinkRules;
  readonly signal: AbortSignal;
  /** Calls the merchant's session-expired callback and asks for a new session of the same execution. */
  readonly renewSession: () => Promise<boolean>;
}

export interface ExecutorPollOptions extends PollOptions {
  /** Polls a few times only, because the shopper has left. */
  readonly isShort?: boolean;
  /** The attempt began elsewhere, so statuses that this client has already seen count as well. */
  readonly isOtherAttempt?: boolean | undefined;
}

export interface WatchSchedule {
  readonly firstMs: number;
  readonly everyMs: number;
  readonly polls: number;
}

/** For issuers whose message never arrives. The shopper decides how long the challenge takes. */
const CHALLENGE_WATCH: WatchSchedule = {
  firstMs: CHALLENGE_WATCH_INTERVAL_MS,
  everyMs: CHALLENGE_WATCH_INTERVAL_MS,
  polls: Infinity,
};

export interface WatchOptions {
  readonly time: string;
  readonly signal: AbortSignal;
  readonly schedule?: WatchSchedule;
}

export class Executor {
  constructor(private readonly ports: ExecutorPorts) {}

  async authorize(body: AuthorizeBody): Promise<AuthorizeAnswer> {
    const { session } = this.ports;
    const { authorizeUrl } = session.configuration;
    if (authorizeUrl === undefined) throw paymentError("client:workflow_execution_not_found");
    const wasUndecided = session.isUndecided;
    session.isUndecided = true;
    const sent = await this.#post(authorizeUrl, body);
    const isAccepted = sent.type === "accepted";
    session.isUndecided = wasUndecided || isAccepted;
    session.hasAuthorized ||= isAccepted;
    return sent;
  }

  /**
   * Resolves to accepted when the confirm was received, or may have been; polling then shows the result. Renews an
   * expired session and sends the confirm once more, as long as the execution is the same (SECURITY R14).
   */
  async confirm(url: string, data: Readonly<Record<string, string | undefined>>): Promise<AuthorizeAnswer> {
    const { execution } = this.ports.session.configuration;
    const sent = await this.#post(url, { data });
    if (sent.type === "accepted" || !isAuthenticationFailure(sent.status)) return sent;
    const isRenewed = await this.ports.renewSession();
    const isSame = this.ports.session.configuration.execution?.id === execution?.id;
    return isRenewed && isSame ? await this.#post(url, { data }) : sent;
  }

  /** One attempt. Its key is created here and kept through all retries. */
  async #post(url: string, body: unknown): Promise<AuthorizeAnswer> {
    const { session, send, signal } = this.ports;
    const { token } = session.configuration;
    const idempotencyKey = crypto.randomUUID();
    return await sendAuthorize({
      send: () => send({ method: "POST", url, token, body, idempotencyKey, signal }),
      wait: (ms) => waitOnline(ms, signal),
    });
  }

  /** Polls until this attempt has a result, and remembers the newest status seen. */
  async pollUntilFinal(executionUrl: string | undefined, options: ExecutorPollOptions = {}) {
    const { session, signal, log } = this.ports;
    const url = this.#pollUrl(executionUrl);
    const { isShort, isOtherAttempt, ...rest } = options;
    const seen = session.lastActionUpdateTime ?? newest(session.statusBefore)?.time;
    const since = rest.baseline ?? (isOtherAttempt === true ? undefined : seen);
    let left = isShort === true ? CLOSED_CHALLENGE_POLLS : Infinity;
    const polled: FinalExecution = await pollUntilFinal({
      ask: () => left-- > 0 ? this.#ask(url) : Promise.resolve({ type: "stopped" }),
      wait: (ms) => waitOnline(ms, signal),
    }, { ...rest, since });
    if (polled.type === "final") {
      session.lastActionUpdateTime = polled.status.time;
      // What waits for the shopper can still be paid.
      session.isUndecided = polled.status.code === "authorizePending";
    }
    if (polled.type === "not_requested") session.isUndecided = false;
    if (polled.type === "exhausted") log(paymentError("api:max_poll_attempts"));
    return polled;
  }

  /**
   * True once the execution has a status newer than `time`; false when the schedule's polls are used up. Rejects when
   * no valid session is left.
   */
  async watch(executionUrl: string | undefined, { time, signal, schedule = CHALLENGE_WATCH }: WatchOptions) {
    const url = this.#pollUrl(executionUrl);
    for (let poll = 0; poll < schedule.polls; poll++) {
      await waitOnline(poll === 0 ? schedule.firstMs : schedule.everyMs, signal);
      const answer = await this.#ask(url);
      // Without a session there is nothing to watch; the shopper may still finish the visit.
      if (answer.type === "unauthorized") throw paymentError("api:request_authentication");
      if (answer.type === "answered" && answer.execution.status.some((status) => isNewer(status.time, time))) {
        return true;
      }
    }
    return false;
  }

  /** The trusted link from the provider's answer, or else the execution's own link. */
  #pollUrl(executionUrl: string | undefined): string {
    const { configuration } = this.ports.session;
    const url = executionUrl !== undefined && isTrustedLink(executionUrl, this.ports.rules)
      ? executionUrl
      : configuration.execution?.links.self;
    if (url === undefined) throw paymentError("client:workflow_execution_not_found");
    return url;
  }

  async #ask(url: string): Promise<PollAnswer> {
    const { session, send, signal, renewSession } = this.ports;
    const { token, execution } = session.configuration;
    const answer = await send({ method: "GET", url, token, signal });
    trace(`poll: ${answer.type === "refused" ? answer.status : answer.type}`);
    if (answer.type === "ok") {
      const read = readExecution(answer.body);
      return read === undefined ? { type: "failed" } : { type: "answered", execution: read };
    }
    if (answer.type === "unanswered") return { type: "failed" };
    const { status, error: cause } = answer;
    if (status === 429) return { type: "throttled", cause };
    if (!isAuthenticationFailure(status)) return { type: "failed", cause };
    // The attempt continues in a new session only for the same execution (SECURITY R14).
    const isRenewed = session.configuration.token !== token || await renewSession();
    const isSame = isRenewed && session.configuration.execution?.id === execution?.id;
    return { type: isSame ? "failed" : "unauthorized", cause };
  }
}
