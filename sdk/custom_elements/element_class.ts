/** Makes a custom element of each row of the components. */
import type { Mounted, Mounting, SharedOptions, Shown } from "../components/mounting.ts";
import type { ComponentRow } from "../components/table.ts";
import type { Payrails } from "../mod.ts";
import { type ClientSource, sourceAbove } from "./client_source.ts";
import { dispatching } from "./events.ts";
import { noteListener } from "./listening.ts";
import { defineOptions, readOptions, takeEarlyProperties } from "./options.ts";
import { scheduler } from "./scheduler.ts";

/** Properties of every element beside the options of its row. */
const OWN = { client: "object", events: "object" } as const;

interface Given {
  readonly client?: Payrails | null;
  readonly events?: object | null;
}

/**
 * The class of one custom element. It mounts when it is in the page and has a client, its own or that of the provider
 * around it. A move within one task keeps what is mounted; a removed element unmounts, and mounts again when it is put
 * back.
 */
export function createElementClass<O extends SharedOptions, E extends Mounted>(
  { tag, options, events }: ComponentRow<O, E>,
  mounting: Mounting<O, E>,
): CustomElementConstructor {
  let hasWarned = false;
  const warn = () => {
    if (!hasWarned) console.warn(`payrails: ${tag} shows nothing: put it into a payrails-provider, or set its client`);
    hasWarned = true;
  };
  class Component extends HTMLElement {
    #client: Payrails | undefined;
    #shown: Shown<E> | undefined;
    #source: ClientSource | undefined;
    #unfollow: (() => void) | undefined;
    readonly changed = scheduler(() => this.#sync());

    constructor() {
      super();
      takeEarlyProperties(this, [...Object.keys(options), ...Object.keys(OWN)]);
    }

    /** The SDK's element with its methods; undefined while nothing is mounted. */
    get element(): E | undefined {
      return this.#shown?.element;
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

    #sync(): void {
      this.#follow(this.isConnected ? sourceAbove(this) : undefined);
      const own = asGiven(this).client ?? undefined;
      if (this.isConnected && own === undefined && this.#source === undefined) warn();
      const client = this.isConnected ? own ?? this.#source?.client : undefined;
      if (client === this.#client) return this.#shown?.update();
      this.#shown?.leave();
      this.#shown = undefined;
      this.#client = client;
      if (client !== undefined) this.#shown = mounting.show(client, this, () => this.#newest());
    }

    #follow(source: ClientSource | undefined): void {
      if (source === this.#source) return;
      this.#unfollow?.();
      this.#source = source;
      this.#unfollow = source?.follow(this.changed);
    }

    #newest(): O {
      const own = { events: dispatching(this, events, asGiven(this).events ?? undefined) };
      return asOptions<O>({ ...readOptions(this, options), ...own });
    }
  }
  defineOptions(Component.prototype, { ...options, ...OWN }, (host) => host instanceof Component && host.changed());
  return Component;
}

function asGiven(host: unknown): Given {
  return host as Given;
}

function asOptions<O>(given: object): O {
  return given as O;
}
