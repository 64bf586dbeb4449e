/** COMPOSABLE: one frame for the whole layout, row by row. */
import type { CollectElement, ElementPlace } from "../elements/element.ts";
import { refuse } from "../errors/refuse.ts";
import type { CardFrame } from "../frames/card_frame.ts";
import type { Target } from "../ui/mount_point.ts";
import { checkLayout, checkLayoutSum } from "./check_collect.ts";
import { Container } from "./container.ts";
import type { ContainerContext } from "./container_context.ts";
import type { ContainerOptions } from "./options.ts";

/** Minimum time between mounting and the frame's set-up (S-CONST-12); it runs while the frame loads. */
const COMPOSABLE_MOUNT_DELAY_MS = 50;

/** A container that lays all its elements out in one frame, in the rows of `layout`. */
export class ComposableContainer extends Container {
  /** Tells the two kinds of containers apart. */
  readonly type = "COMPOSABLE";
  readonly #layout: readonly number[];
  #frame: CardFrame | undefined;
  #host: HTMLElement | undefined;
  /** The elements in the frame; one that is created later is in none until the next `mount`. */
  #mounted: readonly CollectElement[] = [];

  /** @internal */
  constructor(context: ContainerContext, options: ContainerOptions) {
    const layout = checkLayout(options);
    super(context, options);
    this.#layout = layout;
  }

  /**
   * Mounts all fields into one place.
   *
   * @throws `payrails:client:collect_container.*` when the place is missing or the layout does not fit the elements
   */
  mount(target: Target): this {
    checkLayoutSum(this.#layout, this.elements.size);
    const point = this.findPlace(target);
    this.closeFrames();
    const host = document.createElement("div");
    this.#host = host;
    const mounted = this.#mounted = [...this.elements.values()];
    point.replaceChildren(host);
    this.#frame = this.openFrame(host, {
      element: "element:group",
      role: "composable",
      layout: this.#layout,
      elements: () => mounted,
      minDelayMs: COMPOSABLE_MOUNT_DELAY_MS,
    });
    for (const element of mounted) element.emit("MOUNTED");
    return this;
  }

  /** @internal */
  protected placeOf(element: () => CollectElement): ElementPlace {
    return {
      mount: () => {
        refuse("unmountable");
      },
      unmount: () => this.unmount(),
      isMounted: () => this.#host?.isConnected === true && this.#mounted.includes(element()),
      send: (message) => this.#frame?.send(message),
      focus: () => this.#frame?.focus(),
    };
  }

  /** @internal */
  protected closeFrames(): void {
    this.closeFrame(this.#frame);
    this.#frame = undefined;
    this.#host?.remove();
    this.#host = undefined;
  }

  /** @internal */
  protected leadFrame(): CardFrame | undefined {
    return this.#frame;
  }
}
