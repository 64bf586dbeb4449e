/** The style sheet that pages load and the elements that the SDK makes name the same classes. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import * as table from "../../sdk/components/table.ts";

const SDK = new URL("../../sdk/", import.meta.url);

async function* sourcesBelow(folder: URL): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sourcesBelow(new URL(`${name}/`, folder));
    else if (/\.tsx?$/.test(name) && !name.includes("_test.")) yield await Deno.readTextFile(new URL(name, folder));
  }
}

it("every class with a rule in the style sheet is on an element of the SDK", async () => {
  const css = await Deno.readTextFile(new URL("ui/payrails-styles.css", SDK));
  const ruled = new Set([...css.matchAll(/\.(payrails-[\w-]+)/g)].map(([, name]) => name));
  const used = new Set<string | undefined>();
  for await (const text of sourcesBelow(SDK)) {
    for (const [literal] of text.matchAll(/"[^"\n]*"|`[^`]*`/g)) {
      for (const word of literal.slice(1, -1).split(/[\s.]+/)) used.add(word);
    }
  }
  assert(ruled.size > 20, [...ruled].join());
  // A word that ends in a placeholder, such as the drop-in's screen, matches all that begin like it.
  const beginnings = [...used].flatMap((word) => /^(payrails-[\w-]+-)\$\{/.exec(word ?? "")?.[1] ?? []);
  const isUsed = (name = "") => used.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  assertEquals([...ruled].filter((name) => !isUsed(name)), []);
});

it("a custom element has its display by a rule without weight, which `hidden` and the page's own rules override", async () => {
  const css = await Deno.readTextFile(new URL("ui/payrails-styles.css", SDK));
  const rules = [...css.matchAll(/^:where\([^{}]*\[hidden\][^{}]*\{/gm)].map(([rule]) => rule).join();
  const tags = ["payrails-provider", ...Object.values(table).map(({ tag }) => tag)];
  assertEquals(tags.filter((tag) => !new RegExp(`\\b${tag}\\b(?!-)`).test(rules)), []);
});
