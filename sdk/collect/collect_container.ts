/**
 * COLLECT: one frame per field, mounted anywhere, and a hidden controller that reads the fields inside the frame
 * origin.
 */
import type { CollectElement, ElementPlace } from "../elements/element.ts";
import { refuse } from "../errors/refuse.ts";
import type { CardFrame } from "../frames/card_frame.ts";
import type { Target } from "../ui/mount_point.ts";
import { Container } from "./container.ts";

interface Mounted {
  readonly frame: CardFrame;
  readonly host: HTMLElement;
}

/** A container whose elements are mounted one by one, anywhere in the page; each has a frame of its own. */
export class CollectContainer extends Container {
  /** Tells the two kinds of containers apart. */
  readonly type = "COLLECT";
  readonly #mounted = new Map<CollectElement, Mounted>();
  #controller: Mounted | undefined;

  /**
   * Fields of a collect container are mounted one by one, so this always throws.
   *
   * @throws `payrails:client:collect_container.unmountable`
   */
  mount(): never {
    refuse("unmountable");
  }

  /** @internal */
  protected placeOf(element: () => CollectElement): ElementPlace {
    return {
      mount: (target) => this.#mount(element(), target),
      unmount: () => this.#unmount(element()),
      isMounted: () => this.#mounted.get(element())?.host.isConnected === true,
      send: (message) => this.#mounted.get(element())?.frame.send(message),
      focus: () => this.#mounted.get(element())?.frame.focus(),
    };
  }

  #mount(element: CollectElement, target: Target): void {
    const point = this.findPlace(target);
    // Another frame starts empty.
    element.unmount();
    this.#controller ??= this.#openController();
    const host = document.createElement("div");
    point.replaceChildren(host);
    const frame = this.openFrame(host, {
      element: `element:${element.type}:${element.name}`,
      role: "element",
      layout: [1],
      elements: () => [element],
    });
    this.#mounted.set(element, { frame, host });
    element.emit("MOUNTED");
  }

  #unmount(element: CollectElement): void {
    const mounted = this.#mounted.get(element);
    this.#mounted.delete(element);
    this.closeFrame(mounted?.frame);
    mounted?.host.remove();
    if (this.#mounted.size === 0) this.#closeController();
  }

  /** Mounted in the body, never in a shadow root: other frames cannot find a window inside a shadow root. */
  #openController(): Mounted {
    const host = document.createElement("div");
    host.setAttribute("aria-hidden", "true");
    document.body.append(host);
    const frame = this.openFrame(host, {
      element: "collect_controller",
      role: "controller",
      layout: [],
      elements: () => [],
      ready: () => this.#mounted.forEach((mounted) => mounted.frame.send({ type: "join" })),
      // The shopper looks at the fields, none of which can be used without the controller.
      failed: () => this.#mounted.values().next().value?.host.append(...host.children),
    });
    return { frame, host };
  }

  #closeController(): void {
    this.closeFrame(this.#controller?.frame);
    this.#controller?.host.remove();
    this.#controller = undefined;
  }

  /** @internal */
  protected closeFrames(): void {
    for (const element of [...this.#mounted.keys()]) this.#unmount(element);
    this.#closeController();
  }

  /** @internal */
  protected leadFrame(): CardFrame | undefined {
    return this.#controller?.frame;
  }
}
