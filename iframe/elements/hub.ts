/** Where the elements of one container meet: inside the frame origin, as objects of one process, never by way of the page. */
import { brandOf } from "../field/typing.ts";
import type { Texts } from "../field/rules.ts";
import type { Brand } from "../../sdk/card/brands.ts";
import { ELEMENT_TYPES } from "../../sdk/wire/frames.ts";
import type { ElementSpec } from "../../sdk/wire/elements.ts";

export interface Member {
  readonly spec: ElementSpec;
  /** What stands in the field, in the form the rules of cards read. */
  readonly text: () => string;
  readonly isBlocking: () => boolean;
  /** Resolves when what is typed can be judged. */
  readonly quiet: () => Promise<void>;
  /** Shows what is wrong from now on. */
  readonly judge: () => void;
  readonly refresh: () => void;
  /** Another member changed. */
  readonly follow: () => void;
  readonly uncheck: () => void;
}

export class Hub {
  readonly members = new Map<string, Member>();
  readonly #waiting = new Set<() => void>();

  join(member: Member): void {
    this.members.set(member.spec.name, member);
    for (const go of this.#waiting) go();
    this.#waiting.clear();
    this.changed(member);
    member.refresh();
  }

  /** A card without the field whose frame comes last would be sealed without it, and one still typed would be refused. */
  async gathered(count: number): Promise<void> {
    while (this.members.size < count) await new Promise<void>((go) => this.#waiting.add(go));
    await Promise.all([...this.members.values()].map((member) => member.quiet()));
  }

  /** One of the same name may have taken its place: a frame tells that it goes when the next one stands. */
  leave(member: Member): void {
    if (this.members.get(member.spec.name) === member) this.members.delete(member.spec.name);
  }

  changed(by: Member): void {
    const { type, column } = by.spec;
    for (const member of this.members.values()) {
      if (member === by) continue;
      if (type === "radio" && by.text() !== "" && member.spec.type === type && member.spec.column === column) {
        member.uncheck();
      }
      member.follow();
    }
  }

  /** Texts of the card fields by type, as the rules of cards want them. */
  cardTexts(): Texts {
    const all = [...this.members.values()];
    return Object.fromEntries(ELEMENT_TYPES.flatMap((type) => {
      const member = all.find(({ spec }) => spec.type === type);
      return member === undefined ? [] : [[type, member.text()]];
    }));
  }

  brand(): Brand {
    return brandOf(this.cardTexts().CARD_NUMBER ?? "");
  }

  /** True when a field of the same column holds something: one radio of many is enough. */
  isFilled(column: string): boolean {
    return [...this.members.values()].some((member) => member.spec.column === column && member.text() !== "");
  }
}

const DOOR = "trustcheckHub";

/** Makes the controller's hub findable for frames of this origin; a page of another origin cannot read it. */
export function openDoor(containerId: string, hub: Hub): void {
  Reflect.set(globalThis, DOOR, { containerId, hub });
}

/** Looks through the windows beside this one: those of another origin refuse, others are our own code. */
export function findHub(containerId: string): Hub | undefined {
  const { parent } = globalThis;
  for (let index = 0; index < parent.length; index++) {
    try {
      const door: unknown = Reflect.get(parent[index] ?? {}, DOOR);
      const hub = parseDoor(door)?.containerId === containerId ? parseDoor(door)?.hub : undefined;
      if (hub !== undefined) return hub;
    } catch {
      // A window of another origin.
    }
  }
  return undefined;
}

/** Only this origin's own code can have put it there. */
function parseDoor(door: unknown) {
  return door as { readonly containerId: string; readonly hub: Hub } | undefined;
}
