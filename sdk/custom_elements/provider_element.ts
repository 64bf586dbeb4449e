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
  readonly init: InitResponse | null | undefined;
  readonly options: PayrailsClientOptions | null | undefined;
  readonly locale: PayrailsClientOptions["locale"] | null;
  readonly environment: PayrailsClientOptions["environment"] | null;
}

/** Made when it is defined, since a server has no `HTMLElement`. */
export function createProviderClass(): CustomElementConstructor {
  class Provider extends HTMLElement {
    static observedAttributes = ["init", "locale"];
    readonly #source = new ClientSource(this);
    #data: string | undefined;
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
      const init = this.isConnected ? asGiven(this).init ?? readInit(this) : undefined;
      const { options, locale } = asGiven(this);
      const spoken = options?.locale ?? (locale || "en");
      // The same session in another object is the same session, perhaps in another language.
      if (init?.data === this.#data) {
        if (spoken !== this.#locale) this.#source.client?.update({ locale: spoken });
        this.#locale = spoken;
        return;
      }
      this.#locale = spoken;
      this.#data = init?.data;
      this.#source.client?.destroy();
      this.#source.client = init && this.#open(init);
    }

    #open(init: InitResponse): Payrails | undefined {
      const { options, locale, environment } = asGiven(this);
      const events = latestCallbacks(() => dispatching(this, EVENTS, asGiven(this).options?.events));
      try {
        const own = { ...(locale ? { locale } : {}), ...(environment ? { environment } : {}) };
        return Payrails.init(init, { ...own, ...options, events });
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

/** The JSON of the `init` attribute, for pages that a server renders. */
function readInit(host: HTMLElement): InitResponse | undefined {
  const text = host.getAttribute("init");
  if (text === null || text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // No client is made of it either, and the page hears of it in the same way.
    return { version: "", data: text };
  }
}

function asGiven(host: unknown): Given {
  return host as Given;
}
