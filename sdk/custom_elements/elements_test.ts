/** The tags of the custom elements are those of the components' table, and their events have names of their own. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import * as table from "../components/table.ts";
import { eventName } from "./events.ts";
import { defineElements } from "./mod.ts";

/** The classes extend what only a page has. */
function withHtmlElement(use: () => void): void {
  Reflect.set(globalThis, "HTMLElement", class {});
  try {
    use();
  } finally {
    Reflect.deleteProperty(globalThis, "HTMLElement");
  }
}

function parseRegistry(registry: unknown): CustomElementRegistry {
  return registry as CustomElementRegistry;
}

describe("custom elements", () => {
  it("are a tag for each row of the table, and the provider first", () => {
    const tags: string[] = [];
    withHtmlElement(() =>
      defineElements(parseRegistry({ get: () => undefined, define: (tag: string) => tags.push(tag) }))
    );
    const rows = Object.values(table).map(({ tag }) => tag);
    assertEquals(tags.toSorted(), ["payrails-provider", ...rows].toSorted());
    assertEquals(tags[0], "payrails-provider");
  });

  it("are none on a server, which has no registry, and none twice", () => {
    const tags: string[] = [];
    const registry = {
      get: (tag: string) => tag !== "payrails-dropin" || undefined,
      define: (tag: string) => tags.push(tag),
    };
    withHtmlElement(() => defineElements(parseRegistry(registry)));
    assertEquals(tags, ["payrails-dropin"]);
    // Would throw, since nothing here has a class HTMLElement.
    defineElements();
  });

  it("have events that are no events of HTML, named after the callbacks", () => {
    const names = ["onSuccess", "onButtonClicked", "onThreeDSecureChallenge", "onError"];
    assertEquals(names.map(eventName), [
      "payrails-success",
      "payrails-button-clicked",
      "payrails-three-d-secure-challenge",
      "payrails-error",
    ]);
  });
});
