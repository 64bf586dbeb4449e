/** Messages to the card frames as a page that knows the protocol would write them. */
import type { ElementChanges, ElementSpec, GroupSetup } from "../../../sdk/wire/elements.ts";

export function specOf(more: Partial<ElementSpec> & Pick<ElementSpec, "type" | "name">): ElementSpec {
  const words = { table: "cards", column: more.name, label: more.name, placeholder: "" };
  const rest = { required: true, cardIcon: true, rules: [], errors: {}, inputs: {}, labels: {}, errorStyles: {} };
  return { ...words, ...rest, ...more };
}

/** Parts of a message that a test may change. */
export function changesOf(spec: ElementSpec): ElementChanges {
  const { label, placeholder, required, errors, inputs, labels, errorStyles } = spec;
  return { label, placeholder, required, errors, inputs, labels, errorStyles };
}

export function groupOf(elements: readonly ElementSpec[], more: Partial<GroupSetup> = {}): GroupSetup {
  return {
    containerId: "c1",
    role: "composable",
    layout: elements.map(() => 1),
    elements,
    rowStyles: {},
    errorStyles: {},
    language: "en",
    direction: "ltr",
    scheme: "light",
    isDev: true,
    ...more,
  };
}
