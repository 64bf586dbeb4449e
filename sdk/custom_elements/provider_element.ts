/** `<payrails-provider>`: makes one client of an init response for the elements inside. */
import { latestCallbacks } from "../components/latest_callbacks.ts";
import { type InitResponse, Payrails, type PayrailsClientOptions } from "../mod.ts";
import { ClientSource } from "./client_source.ts";
import { dispatching } from "./events.ts";
import { noteListener } from "./listening.ts";
import { defineOptions, takeEarlyProperties } from "./options.ts";
import { scheduler } from "./scheduler.ts";

const PROPERTIES = { init: "object", options: "object", locale: "text", environment: "text" } as const;
const EVENTS = { onClientInitialized: "notice", onSessionExpired: "answer" } as const;

interface Given {
  readonly init: InitResponse | string | null | undefined;
  readonly options: PayrailsClientOptions | null | undefined;
  readonly locale: PayrailsClientOptions["locale"] | null;
  readonly environment: PayrailsClientOptions["environment"] | null;
}

/** Made when it is defined, since a server has no `HTMLElement`. */
export function createProviderClass(): CustomElementConstructor {
  class Provider extends HTMLElement {
    static observedAttributes = ["init", "locale"];
    readonly #source = new ClientSource(this);
    /** Its data tells one session from another. What has none, such as an error or a promise, is refused once. */
    #session: unknown;
    #locale: string | undefined;
    readonly changed = scheduler(() => this.#sync());

    constructor() {
      super();
      takeEarlyProperties(this, Object.keys(PROPERTIES));
    }

    /** The client; undefined before the init response is there. */
    get client(): Payrails | undefined {
      return this.#source.client;
    }

    override addEventListener(...given: Parameters<HTMLElement["addEventListener"]>): void {
      noteListener(this, given[0]);
      super.addEventListener(...given);
    }

    connectedCallback(): void {
      this.changed();
    }

    disconnectedCallback(): void {
      this.changed();
    }

    attributeChangedCallback(): void {
      this.changed();
    }

    #sync(): void {
      const { options, locale, init: property } = asGiven(this);
      const given = this.isConnected ? (property ?? this.getAttribute("init")) || undefined : undefined;
      const init = typeof given === "string" ? parseInit(given) : given;
      const spoken = locale || options?.locale || "en";
      const session = typeof init?.data === "string" ? init.data : given;
      // The same session in another object is the same session, perhaps in another language.
      if (session === this.#session) {
        if (spoken !== this.#locale) this.#source.client?.update({ locale: spoken });
        this.#locale = spoken;
        return;
      }
      this.#locale = spoken;
      this.#session = session;
      this.#source.client?.destroy();
      this.#source.client = init && this.#open(init);
    }

    #open(init: InitResponse): Payrails | undefined {
      const { options, locale, environment } = asGiven(this);
      const events = latestCallbacks(() => dispatching(this, EVENTS, asGiven(this).options?.events));
      try {
        const own = { ...(locale ? { locale } : {}), ...(environment ? { environment } : {}) };
        return Payrails.init(init, { ...options, ...own, events });
      } catch (error) {
        const event = new CustomEvent("payrails-error", {
          bubbles: true,
          composed: true,
          cancelable: true,
          detail: error,
        });
        if (this.dispatchEvent(event)) throw error;
        return undefined;
      }
    }
  }
  defineOptions(Provider.prototype, PROPERTIES, (host) => host instanceof Provider && host.changed());
  return Provider;
}

/** The JSON of the `init` attribute, for pages that a server renders. Vue sets it as a property. */
function parseInit(text: string): InitResponse | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    // No client is made of it either, and the page hears of it in the same way.
    return { version: "", data: text };
  }
}

function asGiven(host: unknown): Given {
  return host as Given;
}
