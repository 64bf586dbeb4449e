/** What an element receives when the options of its component change. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Appearance, Payrails } from "../mod.ts";
import { Mounting } from "./mounting.ts";

interface Options {
  readonly appearance?: Appearance;
  readonly translations?: Readonly<Record<string, string>>;
  readonly styles?: object;
  readonly events?: object;
  readonly showCardHolderName?: boolean;
}

function shown(first: Options) {
  let options = first;
  const updates: object[] = [];
  const element = { mount() {}, unmount() {}, update: (changes: object) => void updates.push(changes) };
  const client = {} as unknown as Payrails;
  const place = {} as unknown as HTMLElement;
  const { update } = new Mounting<Options, typeof element>(() => element).show(client, place, () => options);
  return (next: Options) => {
    updates.length = 0;
    options = next;
    update();
    return updates;
  };
}

describe("a component that renders again", () => {
  it("hands over styles that changed, and takes back those that are gone", () => {
    const render = shown({ styles: { base: { color: "red" } } });
    assertEquals(render({ styles: { base: { color: "red" } } }), []);
    assertEquals(render({ styles: { base: { color: "blue" } } }), [{ styles: { base: { color: "blue" } } }]);
    assertEquals(render({}), [{ styles: {} }]);
    assertEquals(render({}), []);
  });

  it("hands over texts and appearance; a text that is gone is the SDK's own again", () => {
    const render = shown({ translations: { label: "Pay", loading: "Wait" } });
    const appearance = { colorScheme: "dark" } as const;
    assertEquals(render({ appearance, translations: { label: "Buy" } }), [
      { appearance, translations: { label: "Buy", loading: undefined } },
    ]);
    assertEquals(render({ appearance, translations: { label: "Buy" } }), []);
    assertEquals(render({ translations: { label: "Buy" } }), [{ appearance: {} }]);
    assertEquals(render({ translations: { label: "Buy" } }), []);
  });

  it("names any other option that changed, which the development build warns about; callbacks do not count", () => {
    const render = shown({ events: { onReady() {} } });
    assertEquals(render({ showCardHolderName: true, events: {} }), [{ showCardHolderName: true }]);
    assertEquals(render({ showCardHolderName: true, events: { onSuccess() {} } }), []);
  });
});
