/** How elements find the client of the `payrails-provider` around them, through shadow roots as well. */
import type { Payrails } from "../mod.ts";

/** The client of one provider, and the elements that wait for it or use it. */
export class ClientSource {
  #client: Payrails | undefined;
  readonly #followers = new Set<() => void>();

  constructor(provider: Node) {
    sources.set(provider, this);
  }

  get client(): Payrails | undefined {
    return this.#client;
  }

  set client(client: Payrails | undefined) {
    this.#client = client;
    for (const follow of this.#followers) follow();
  }

  /** Calls back when the provider has another client. Returns a function that ends it. */
  follow(changed: () => void): () => void {
    this.#followers.add(changed);
    return () => this.#followers.delete(changed);
  }
}

const sources = new WeakMap<Node, ClientSource>();

/** The source of the nearest provider above the element. */
export function sourceAbove(element: Node): ClientSource | undefined {
  for (let node = parentOf(element); node !== null; node = parentOf(node)) {
    const source = sources.get(node);
    if (source !== undefined) return source;
  }
  return undefined;
}

export function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : node.parentNode;
}
