/**
 * Connects the elements of one container inside the frame origin, as objects of one process. Their values never pass
 * through the page.
 */
import { brandOf } from "../field/typing.ts";
import type { Texts } from "../../sdk/card/faults.ts";
import type { Brand } from "../../sdk/card/brands.ts";
import { ELEMENT_TYPES } from "../../sdk/wire/frames.ts";
import type { ElementSpec } from "../../sdk/wire/elements.ts";

export interface Member {
  readonly spec: ElementSpec;
  /** The field's text in the form that the card rules read. */
  readonly text: () => string;
  readonly isBlocking: () => boolean;
  /** Resolves when what was typed can be validated. */
  readonly quiet: () => Promise<void>;
  /** Shows errors from now on. */
  readonly judge: () => void;
  readonly refresh: () => void;
  /** Called when another member changed. */
  readonly follow: () => void;
  readonly uncheck: () => void;
}

export class Hub {
  readonly members = new Map<string, Member>();
  readonly #waiting = new Set<() => void>();

  join(member: Member): void {
    this.members.set(member.spec.name, member);
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
    this.changed(member);
    member.refresh();
  }

  /**
   * Waits for `count` members and until typing has ended. Otherwise a card would be sealed without the field whose
   * frame loads last, or refused because a number is still being typed.
   */
  async gathered(count: number): Promise<void> {
    while (this.members.size < count) await new Promise<void>((resume) => this.#waiting.add(resume));
    await Promise.all([...this.members.values()].map((member) => member.quiet()));
  }

  /** A new member of the same name may already have replaced this one, since a frame reports its removal late. */
  leave(member: Member): void {
    if (this.members.get(member.spec.name) === member) this.members.delete(member.spec.name);
  }

  changed(by: Member): void {
    const { spec } = by;
    const { type } = spec;
    for (const member of this.members.values()) {
      if (member === by) continue;
      if (type === "radio" && by.text() !== "" && member.spec.type === type && placeOf(member.spec) === placeOf(spec)) {
        member.uncheck();
      }
      member.follow();
    }
  }

  /** Texts of the card fields by type, as the card rules read them. */
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

  /** True when any field of its place has a value: one radio of many is enough. */
  isFilled(spec: ElementSpec): boolean {
    return [...this.members.values()].some((member) => placeOf(member.spec) === placeOf(spec) && member.text() !== "");
  }
}

/** Table, column and record, which radios of one choice have in common. */
export function placeOf({ table, column, skyflowId }: ElementSpec): string {
  return JSON.stringify([table, column, skyflowId]);
}

const HUB_PROPERTY = "trustcheckHub";

/** Lets frames of this origin find the controller's hub. A page of another origin cannot read it. */
export function publishHub(containerId: string, hub: Hub): void {
  Reflect.set(globalThis, HUB_PROPERTY, { containerId, hub });
}

/** Searches the sibling windows. Those of another origin throw; those of this origin run our own code. */
export function findHub(containerId: string): Hub | undefined {
  const { parent } = globalThis;
  for (let index = 0; index < parent.length; index++) {
    try {
      const published = asPublished(Reflect.get(parent[index] ?? {}, HUB_PROPERTY));
      if (published?.containerId === containerId) return published.hub;
    } catch {
      // A window of another origin.
    }
  }
  return undefined;
}

/** Only code of this origin can have set it. */
function asPublished(published: unknown) {
  return published as { readonly containerId: string; readonly hub: Hub } | undefined;
}
