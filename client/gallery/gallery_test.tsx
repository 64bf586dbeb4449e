/** The gallery is complete: it shows everything that client/ui, the console and the SDK offer. */
import { readdirSync } from "node:fs";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import * as react from "../../sdk/react/mod.ts";
import { ElementType as VaultElementTypes } from "../../sdk/vault.ts";
import { ElementType } from "../../sdk/mod.ts";
import { CLIENT_ELEMENTS, FIELDS } from "./sdk_elements.ts";
import { CONSOLE_PARTS } from "./console_parts.tsx";
import { UI_PARTS } from "./ui_parts.ts";

const ROOMS = { "../ui/": UI_PARTS, "../console/ui/": CONSOLE_PARTS };

/** Names of the functions that a module exports in capitals. */
async function componentsOf(file: string): Promise<readonly string[]> {
  const exported: Readonly<Record<string, unknown>> = await import(file);
  return Object.entries(exported).filter(([name, value]) => /^[A-Z][a-z]/.test(name) && typeof value === "function")
    .map(([name]) => name);
}

describe("the gallery of parts", () => {
  for (const [room, parts] of Object.entries(ROOMS)) {
    it(`shows every component that ${room} exports, and no other`, async () => {
      const folder = new URL(room, import.meta.url);
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
        path.endsWith(".tsx") && !path.endsWith("_test.tsx")
      );
      const components = (await Promise.all(files.map((path) => componentsOf(new URL(path, folder).href)))).flat();
      assert(components.length > 8, components.join());
      assertEquals(Object.keys(parts).toSorted(), components.toSorted());
    });
  }

  const parts = [...Object.entries(UI_PARTS), ...Object.entries(CONSOLE_PARTS)];
  for (const [name, { states }] of parts) {
    it(`renders ${name} in each of its states, and no two alike`, () => {
      const markup = Object.entries(states).filter(([state]) => state !== "focused").map(([, shown]) =>
        renderToStaticMarkup(<MemoryRouter>{shown}</MemoryRouter>)
      );
      assert(markup.length > 0);
      assertEquals(new Set(markup).size, markup.length);
    });
  }

  it("shows every control that can have the focus with it", () => {
    const controls = ["Button", "ButtonLink", "ChoiceCard", "ConsentRow", "Field", "PhoneField", "SelectField"];
    assertEquals(controls.filter((name) => UI_PARTS[name]?.states.focused === undefined), []);
  });

  it("shows every type of field that the SDK offers", () => {
    const types = new Set<string>([...Object.values(ElementType), ...Object.values(VaultElementTypes)]);
    assertEquals(Object.keys(FIELDS).toSorted(), [...types].toSorted());
  });

  it("shows every element of a client, by the names of the React components", () => {
    const elements = Object.entries(react).filter(([name, value]) =>
      /^[A-Z]/.test(name) && typeof value === "function" && name !== "PayrailsProvider"
    ).map(([name]) => name);
    assertEquals(Object.keys(CLIENT_ELEMENTS).toSorted(), elements.toSorted());
  });
});
