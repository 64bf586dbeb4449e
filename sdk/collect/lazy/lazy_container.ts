/**
 * Containers of the client. They can be used at once while their code loads; calls run in order when it has arrived.
 * Awaited, they become the container itself. Invalid options reject an awaited container with their error code and are
 * logged otherwise.
 */
import type { BinLookup } from "../../api/bin.ts";
import type { CollectElementOptions } from "../../elements/options.ts";
import { SdkError } from "../../errors/sdk_error.ts";
import type { Target } from "../../ui/mount_point.ts";
import type { CollectResult, TokenizeOptions } from "../../vault/save_instrument.ts";
import type { SaveInstrumentResponse } from "../../wire/instruments.ts";
import type { Loose } from "../../wire/published/open_types.ts";
import type { ClientContainer } from "../client_container.ts";
import type { ContainerValidation } from "../finish.ts";
import type { CollectOptions } from "../options.ts";
import { logFault, whenReady } from "./when_ready.ts";
import { LazyElementHandle } from "./lazy_element_handle.ts";

/** A container replaces the one before it, so it opens after the previous one's pending calls. */
let before: Promise<void> = Promise.resolve();

function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

/** What a container asks its client. */
interface ContainerPorts {
  /** Whether the session has an address to look cards up at. */
  readonly hasLookup: () => boolean;
  /** Looks a card up by its first 6 to 8 digits; undefined when the service knows nothing of it. */
  readonly lookUp: (bin: string) => Promise<BinLookup | undefined>;
}

/** A container that loads in the background. Its methods are those of the container it becomes. */
export class LazyContainer implements PromiseLike<ClientContainer> {
  /** Resolves to the container once its code has loaded; rejects with the code of an invalid option. */
  readonly then: Promise<ClientContainer>["then"];

  /** The id that programs for 5.x read. The page's own place keeps its id. */
  readonly id = "payrails-container-wrapper";
  /** As `id`. */
  readonly dataTestId = "payrails-container-wrapper";
  /** As `id`. */
  readonly className = "payrails-container-wrapper";

  readonly #ready: Promise<ClientContainer>;
  readonly #ports: ContainerPorts;
  #container: ClientContainer | undefined;

  /**
   * Programs for 5.x may call it with a vault client, which no package exports; it throws then.
   *
   * @throws `payrails:client:container_without_session`: `client.collectContainer` makes containers
   */
  constructor(open: Loose<() => Promise<ClientContainer>>, ports: Loose<ContainerPorts>) {
    if (typeof open !== "function") throw new SdkError("client:container_without_session");
    this.#ports = ports;
    this.#ready = before.then<ClientContainer>(open);
    this.#ready.then((made) => this.#container = made, () => {});
    before = this.#ready.then(nextTask, nextTask);
    this.then = this.#ready.then.bind(this.#ready);
    // A page that destroys its client at once, as React's StrictMode does, needs no report of it.
    this.#ready.catch((cause) => cause?.key === "client:destroyed" || logFault(cause));
  }

  /** First digits of the card number as typed so far: 8 at most, 6 of American Express and Diners Club. */
  get bin(): string {
    return this.#container?.bin ?? "";
  }

  /** Whether the session has a BIN look-up. */
  get isBinLookupEnabled(): boolean {
    return this.#ports.hasLookup();
  }

  /** Mounts a `COMPOSABLE` container. Elements of a `COLLECT` container are mounted one by one. */
  mount(target: Target): this {
    return this.#whenReady((container) => container.mount(target));
  }

  /** Removes every frame and clears its fields. */
  unmount(): this {
    return this.#whenReady((container) => container.unmount());
  }

  /** Clears every field and its error. */
  reset(): this {
    return this.#whenReady((container) => container.reset());
  }

  /** Looks up a card by its first digits: 6 at least, 8 are used. Only `bin` is known when the look-up fails. */
  async fetchBinLookup(bin: string): Promise<BinLookup> {
    return await this.#ports.lookUp(bin) ?? { bin };
  }

  /** Validates all fields and shows their errors, as `validate` of a container. */
  async validate(): Promise<ContainerValidation> {
    return await (await this.#ready).validate();
  }

  /**
   * Encrypts the fields for the vault. Rejects with `payrails:card_form:complete_and_valid_inputs_required` when a
   * field is not valid, and with `payrails:client:collect_container.*` when the container could not be created.
   */
  async collect(options?: CollectOptions): Promise<CollectResult> {
    return await (await this.#ready).collect(options);
  }

  /**
   * Collects the fields and stores them. Resolves to the vault's answer; rejects as `collect` does, and with
   * `payrails:api:*` when the call fails.
   */
  async tokenize(options?: TokenizeOptions & CollectOptions): Promise<SaveInstrumentResponse> {
    return await (await this.#ready).tokenize(options);
  }

  /** As `new`, under the name of 5.x. */
  static init(client: Loose<object>, options: Loose<object>): LazyContainer {
    return new LazyContainer(client, options);
  }

  /** @internal */
  static open(open: () => Promise<ClientContainer>, ports: ContainerPorts): LazyContainer {
    return new LazyContainer(open, ports);
  }

  /** @internal Undefined when the container failed to load. */
  get known(): Promise<ClientContainer | undefined> {
    return this.#ready.then((container) => container, () => undefined);
  }

  /** Creates an element, as `create` of a container. */
  createCollectElement(options: CollectElementOptions): LazyElementHandle {
    return new LazyElementHandle(options, this.#ready);
  }

  #whenReady(act: (container: ClientContainer) => unknown): this {
    whenReady(this.#ready, act);
    return this;
  }
}
