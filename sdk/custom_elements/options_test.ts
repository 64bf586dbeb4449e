/** Options of a custom element: the property counts, without it the attribute. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { defineOptions, readOptions, takeEarlyProperties } from "./options.ts";

const OPTIONS = { label: "text", isOpen: "flag", styles: "object" } as const;

/** An element with these attributes, and how often its options changed. */
function open(attributes: Readonly<Record<string, string>>) {
  const changes: unknown[] = [];
  class Host {
    getAttribute(name: string) {
      return attributes[name] ?? null;
    }
  }
  defineOptions(Host.prototype, OPTIONS, (host) => changes.push(host));
  const host = new Host();
  return { host: asHost(host), changes };
}

function asHost(host: unknown): HTMLElement {
  return host as HTMLElement;
}

describe("options of a custom element", () => {
  const read = (attributes: Readonly<Record<string, string>>) => readOptions(open(attributes).host, OPTIONS);

  it("are read from attributes: text as it is, a flag that is there unless it says false, an object never", () => {
    assertEquals(read({}), {});
    assertEquals(read({ label: "Pay", isOpen: "", styles: "{}" }), { label: "Pay", isOpen: true });
    assertEquals(read({ label: "", isOpen: "false" }), { label: "", isOpen: false });
    assertEquals(read({ isOpen: "no" }), { isOpen: true });
  });

  it("are read from properties first; each change is reported, and null falls back to the attribute", () => {
    const { host, changes } = open({ label: "Pay", isOpen: "" });
    const styles = { color: "red" };
    Object.assign(host, { label: "Buy", isOpen: false, styles });
    assertEquals(readOptions(host, OPTIONS), { label: "Buy", isOpen: false, styles });
    assertEquals(changes, [host, host, host]);
    Object.assign(host, { label: null, styles: null });
    assertEquals(readOptions(host, OPTIONS), { label: "Pay", isOpen: false });
  });

  it("read the text that Vue sets for an attribute of its template as that attribute", () => {
    const { host } = open({});
    for (const [text, isOpen] of [["", true], ["true", true], ["false", false]] as const) {
      Object.assign(host, { isOpen: text });
      assertEquals(readOptions(host, OPTIONS), { isOpen });
    }
  });

  it("belong to one element only", () => {
    const { host } = open({});
    const other = asHost(Object.create(Object.getPrototypeOf(host)));
    Object.assign(host, { label: "Buy" });
    assertEquals([readOptions(host, OPTIONS), readOptions(other, OPTIONS)], [{ label: "Buy" }, {}]);
  });

  it("keep what a framework has set before the class was there", () => {
    const { host, changes } = open({ label: "Pay" });
    Object.defineProperty(host, "label", { value: "Early", configurable: true });
    assertEquals(changes, []);
    takeEarlyProperties(host, Object.keys(OPTIONS));
    assertEquals([Object.hasOwn(host, "label"), readOptions(host, OPTIONS)], [false, { label: "Early" }]);
    Object.assign(host, { label: "Late" });
    assertEquals([readOptions(host, OPTIONS), changes], [{ label: "Late" }, [host, host]]);
  });
});
