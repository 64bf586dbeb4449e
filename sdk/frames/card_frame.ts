/**
 * One card frame in the page. Loads it, reports a failure when the handshake takes longer than 10 s, and exchanges
 * messages over its port.
 */
import { SdkError } from "../errors/sdk_error.ts";
import type { FromFrameMessage, ToFrameMessage } from "../wire/frames.ts";
import { createRetry, type RetryNotice } from "../ui/retry_notice.ts";
import { createIframe, type FrameOptions } from "./frame_view.ts";
import { connectFrame, type FrameConnection } from "./handshake.ts";

const READY_DEADLINE_MS = 10_000;
/** Sealing takes milliseconds. A frame that takes this long no longer answers. */
const ANSWER_DEADLINE_MS = 15_000;

type Question = Extract<ToFrameMessage, { readonly id: string }>;
type Reply = Extract<FromFrameMessage, { readonly id: string }>;

export interface CardFrameOptions extends FrameOptions {
  /** The first message sent to each loaded document of the frame. */
  readonly setup: () => ToFrameMessage;
  /** Minimum time between loading and the set-up message, in milliseconds. */
  readonly minDelayMs?: number;
  /** The set-up message also waits for this, such as for the texts of another language. */
  readonly setupAfter?: Promise<unknown>;
  /** Undefined for data that is not a message of this kind of frame; such data is dropped. */
  readonly parse: (data: unknown) => FromFrameMessage | undefined;
  readonly receive: (message: FromFrameMessage) => void;
  readonly fail: (error: SdkError) => void;
}

interface Waiting {
  /** Sent again when the frame's document has loaded again. */
  readonly question: Question;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: SdkError) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class CardFrame {
  #iframe: HTMLIFrameElement | undefined;
  #notice: RetryNotice | undefined;
  #connection: FrameConnection | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #setupTimer: ReturnType<typeof setTimeout> | undefined;
  /** Gives the frame, and one that is loaded again, the colour scheme and title of now. */
  #look = () => {};
  readonly #waiting = new Map<string, Waiting>();
  readonly #origin: string;

  constructor(private readonly host: HTMLElement, private readonly options: CardFrameOptions) {
    this.#origin = new URL(options.url).origin;
    if (this.#origin === location.origin) {
      // A frame of the page's own origin would let the page read the card.
      throw new SdkError("client:iframe_creation_failed");
    }
    this.#load();
  }

  send(message: ToFrameMessage): void {
    this.#connection?.send(message);
  }

  ask(question: Question): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#iframe?.isConnected !== true) return reject(new SdkError("card_form:iframe_not_found"));
      const timer = setTimeout(() => {
        this.#waiting.delete(question.id);
        reject(new SdkError("card_form:client_connection"));
      }, ANSWER_DEADLINE_MS);
      this.#waiting.set(question.id, { question, resolve, reject, timer });
      this.#connection?.send(question);
    });
  }

  /** The page's focus has to be in the frame before the frame can move it to a field. */
  focus(): void {
    this.#iframe?.focus();
  }

  update(scheme: string, title: string): void {
    this.#notice?.say(this.options.notice);
    this.#look = () => {
      if (this.#iframe === undefined) return;
      // Browsers render the frame with an opaque background when the two colour schemes differ.
      this.#iframe.style.colorScheme = scheme;
      this.#iframe.title = title;
    };
    this.#look();
  }

  close(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#setupTimer);
    document.removeEventListener("securitypolicyviolation", this.#onViolation);
    this.#connection?.close();
    this.#connection = undefined;
    this.#iframe?.remove();
    this.#iframe = undefined;
    this.#notice?.root.remove();
    this.#notice = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new SdkError("card_form:client_connection"));
    }
    this.#waiting.clear();
  }

  #load(): void {
    const iframe = createIframe(this.options);
    this.#iframe = iframe;
    this.#look();
    // Runs again when the frame's document reloads, because the old port ended with the old document.
    const earliest = performance.now() + (this.options.minDelayMs ?? 0);
    iframe.addEventListener("load", async () => {
      await this.options.setupAfter;
      const restMs = earliest - performance.now();
      if (restMs <= 0) this.#connect(iframe);
      else this.#setupTimer = setTimeout(() => this.#connect(iframe), restMs);
    });
    document.addEventListener("securitypolicyviolation", this.#onViolation);
    this.#awaitReady();
    this.host.append(iframe);
  }

  /** A browser loads the frame once its place is in the page, which may be later. The time begins then. */
  #awaitReady(): void {
    const { isConnected } = this.host;
    this.#deadline = setTimeout(() => {
      if (!isConnected) return this.#awaitReady();
      this.#fail(new SdkError("card_form:iframe_loading", { params: { seconds: String(READY_DEADLINE_MS / 1000) } }));
    }, READY_DEADLINE_MS);
  }

  #connect(iframe: HTMLIFrameElement): void {
    const { contentWindow } = iframe;
    if (contentWindow === null || iframe !== this.#iframe) return;
    this.#connection = connectFrame(contentWindow, {
      frameOrigin: this.#origin,
      parse: this.options.parse,
      receive: (message) => this.#receive(message),
    });
    this.#connection.send(this.options.setup());
    for (const { question } of this.#waiting.values()) this.#connection.send(question);
  }

  #receive(message: FromFrameMessage): void {
    if (message.type === "ready") {
      clearTimeout(this.#deadline);
      document.removeEventListener("securitypolicyviolation", this.#onViolation);
      // The style sheet fades from its skeleton to the fields.
      this.#iframe?.setAttribute("data-ready", "");
    }
    if ("heightPx" in message && this.#iframe !== undefined) this.#iframe.style.height = `${message.heightPx}px`;
    if ("id" in message) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      clearTimeout(waiting?.timer);
      waiting?.resolve(message);
    }
    this.options.receive(message);
  }

  #onViolation = (event: SecurityPolicyViolationEvent): void => {
    // A policy that only reports lets the frame load.
    if (event.disposition === "report" || !/^(frame|child|default)-src/.test(event.effectiveDirective)) return;
    if (!event.blockedURI.startsWith(this.#origin)) return;
    this.#fail(new SdkError("card_form:csp", { params: { origin: this.#origin } }));
  };

  #fail(error: SdkError): void {
    this.close();
    // The page removed the place, so the shopper would not see a notice there.
    if (!this.host.isConnected) return;
    this.#notice = createRetry(() => {
      this.close();
      this.#load();
    }, this.options.notice);
    this.host.append(this.#notice.root);
    this.options.fail(error);
  }
}
