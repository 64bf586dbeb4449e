/** Containers in a page: what their elements report and forget, and the effect of a container's own options. */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import type { CollectElement } from "../elements/element.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { Logger } from "../log/logger.ts";
import { createContainer } from "./create_container.ts";
import { init } from "./vault_client.ts";
import { ELEMENT_EVENTS, type GroupSetup } from "../wire/elements.ts";
import type { CollectContainer } from "./collect_container.ts";
import type { ComposableContainer } from "./composable.ts";
import type { ContainerOptions } from "./options.ts";
import { PACK as DE } from "../locales/de.ts";
import { Language } from "../locales/language.ts";

describe("a container in a page", () => {
  let page: SmallPage;
  let place: SmallElement;
  const logged: string[] = [];
  const open: { close(): void }[] = [];
  const { error } = console;
  beforeEach(() => {
    page = openSmallPage({ origin: "https://shop.test" });
    place = new SmallElement("div", () => {});
    page.body.append(place);
    logged.length = 0;
    console.error = (text: string) => void logged.push(text);
  });
  afterEach(() => {
    for (const closing of open.splice(0)) closing.close();
    page.close();
    console.error = error;
  });

  const context = () => ({
    vaultId: "v1",
    vaultUrl: "https://cards.test",
    providerConfigId: "p1",
    tokens: { get: () => "token" },
    logger: new Logger({ level: "ERROR" }),
    isDev: false,
    onReady: () => {},
  });
  function composable(options: ContainerOptions = { layout: [1] }): ComposableContainer {
    return asComposable(closing(createContainer("COMPOSABLE", context(), options)));
  }
  function collect(options: ContainerOptions = {}): CollectContainer {
    return asCollect(closing(createContainer("COLLECT", context(), options)));
  }
  function closing<C extends { unmount(): void }>(container: C): C {
    open.push({ close: () => container.unmount() });
    return container;
  }
  function listen(element: CollectElement) {
    const heard: string[] = [];
    for (const name of ELEMENT_EVENTS) element.on(name, () => void heard.push(name));
    return heard;
  }
  async function load(answer?: Parameters<typeof loadFrame>[1]): Promise<SmallFrame> {
    const iframe = place.all().find(({ tagName }) => tagName === "iframe");
    if (iframe === undefined) throw new Error("There is no iframe");
    // A composable container waits 50 ms for its frame.
    await new Promise((resolve) => setTimeout(resolve, 60));
    const frame = await loadFrame(iframe, answer);
    open.push(frame);
    return frame;
  }
  const setupOf = ({ heard: [first] }: SmallFrame) => asSetup(first?.setup);
  const typed = {
    name: "number",
    elementType: "CARD_NUMBER",
    isEmpty: false,
    isComplete: true,
    isValid: true,
    isFocused: true,
    isRequired: true,
    value: "42424242",
  };

  it("S-ERR-31: a rule compares with an element of its own container only", () => {
    const [one, other] = [collect(), collect()];
    const element = one.create({ type: "PIN", name: "pin" });
    const again = (container: CollectContainer) =>
      container.create({
        type: "PIN",
        name: "again",
        column: "again",
        validations: [{ type: "ELEMENT_VALUE_MATCH_RULE", params: { element } }],
      });
    const error = assertThrows(() => again(other), SdkError, "The field pin is not mounted");
    assertEquals(error.code, "payrails:card_form:element_not_mounted");
    assertEquals(again(one).name, "again");
  });

  it("S-ERR-31: an element created after its composable container was mounted is not in the frame, until the next mount", async () => {
    const all = composable({ layout: [1] });
    const first = all.create({ type: "CARD_NUMBER", name: "number" });
    all.mount(asElement(place));
    const late = all.create({ type: "CVV", name: "code" });
    assertEquals(setupOf(await load()).elements.map(({ name }) => name), ["number"]);
    assertEquals([first.isMounted(), late.isMounted()], [true, false]);
    for (const run of [() => all.collect(), () => all.validate()]) {
      const { code, message } = await assertRejects(run, SdkError);
      assertEquals([code, /code/.test(message)], ["payrails:card_form:element_not_mounted", true]);
    }
    all.unmount();
    assertEquals(first.isMounted(), false);
  });

  it("S-EVENT-02: an element emits CREATED, MOUNTED, READY and HEIGHT in this order, in either kind of container", async () => {
    const all = composable();
    const one = all.create({ type: "CARD_NUMBER", name: "number" });
    const heard = listen(one);
    assertEquals(heard, []);
    await turns();
    assertEquals(heard, ["CREATED"]);
    all.mount(asElement(place));
    assertEquals(heard, ["CREATED", "MOUNTED"]);
    const frame = await load();
    assertEquals(heard.slice(2), ["READY"]);
    await frame.say({ type: "height", heightPx: 90 });
    assertEquals(heard.slice(3), ["HEIGHT"]);
    all.unmount();
    const alone = collect().create({ type: "CVV", name: "code" });
    const heardAlone = listen(alone);
    await turns();
    alone.mount(asElement(place));
    assertEquals(heardAlone, ["CREATED", "MOUNTED"]);
    await load();
    assertEquals(heardAlone.slice(2), ["READY"]);
  });
  it("a field that is mounted again is empty at once, before its new frame has loaded", async () => {
    const number = collect().create({ type: "CARD_NUMBER", name: "number" });
    number.mount(asElement(place));
    const frame = await load();
    await frame.say({ type: "element", name: "CHANGE", state: typed });
    assertEquals([number.isValidElement(), number.getState().bin], [true, "42424242"]);
    number.mount(asElement(place));
    assertEquals([number.isMounted(), number.isValidElement(), number.getState().bin], [true, false, ""]);
  });
  it("says in the client's language that nothing was stored, and that entries don't match", async () => {
    const language = new Language("de", () => Promise.resolve(DE));
    await language.ready;
    const made = createContainer("COMPOSABLE", { ...context(), language, tokens: { get: () => "wrong" } }, {
      layout: [1],
    });
    const all = asComposable(closing(made));
    const city = all.create({ type: "INPUT_FIELD", name: "city", column: "city" });
    all.mount(asElement(place));
    const frame = await load();
    await assertRejects(() => all.collect());
    await turns();
    const refused = frame.heard.find(({ type }) => type === "element_refused");
    assertEquals([refused?.text, city.spec.errors.mismatch], [DE.collect.refused, DE.entries.mismatch]);
  });

  it("S-EVENT-02: ERROR, SUCCESS and SUBMIT reach only the element that the frame names", async () => {
    const all = composable({ layout: [2] });
    const [number, code] = [
      all.create({ type: "CARD_NUMBER", name: "number" }),
      all.create({ type: "CVV", name: "code" }),
    ];
    const [heard, other] = [listen(number), listen(code)];
    all.mount(asElement(place));
    const frame = await load();
    heard.length = other.length = 0;
    for (const name of ["ERROR", "SUCCESS", "SUBMIT"]) await frame.say({ type: "element", name, state: typed });
    assertEquals([heard, other], [["ERROR", "SUCCESS", "SUBMIT"], []]);
    const calls: string[] = [];
    const once = () => void calls.push("once");
    number.on("ERROR", once);
    await frame.say({ type: "element", name: "ERROR", state: typed });
    number.off("ERROR", once);
    await frame.say({ type: "element", name: "ERROR", state: typed });
    assertEquals(calls, ["once"]);
  });
  it("S-EVENT-02: an element whose frame does not load emits ERROR, and its container logs the cause", async () => {
    const alone = collect().create({ type: "CARD_NUMBER", name: "number" });
    const heard = listen(alone);
    await turns();
    alone.mount(asElement(place));
    asPart(document).fire("securitypolicyviolation", {
      effectiveDirective: "frame-src",
      blockedURI: "https://cards.test/card/5/",
    });
    assertEquals(heard, ["CREATED", "MOUNTED", "ERROR"]);
    assertEquals(logged.length > 0 && logged.every((text) => text.includes("payrails:card_form:csp")), true);
  });
  it("a controller that does not load shows its notice in place of the first field, and loads again in its own place", async () => {
    const container = collect();
    container.create({ type: "CARD_NUMBER", name: "number" }).mount(asElement(place));
    const [, controller] = page.body.children;
    // The field itself loads.
    await load();
    asPart(document).fire("securitypolicyviolation", {
      effectiveDirective: "frame-src",
      blockedURI: "https://cards.test/card/5/",
    });
    const notices = () => place.all().filter(({ className }) => className === "payrails-frame-failed");
    assertEquals([notices().length, controller?.children], [1, []]);
    notices()[0]?.children[1]?.fire("click");
    assertEquals([notices().length, controller?.children.map(({ tagName }) => tagName)], [0, ["iframe"]]);
  });
  it("S-ELEM-02: an element has the state its frame reported, and resets it when unmounted or reloaded", async () => {
    const container = collect();
    const alone = container.create({ type: "CARD_NUMBER", name: "number" });
    const empty = alone.getState();
    assertEquals([empty.isEmpty, empty.value, empty.bin], [true, "", ""]);
    const sendState = async () => {
      const frame = await load();
      await frame.say({ type: "element", name: "CHANGE", state: typed });
      assertEquals([alone.getState().isValid, alone.getState().bin], [true, "42424242"]);
    };
    alone.mount(asElement(place));
    await sendState();
    await load();
    assertEquals(alone.getState(), empty);
    await sendState();
    alone.unmount();
    assertEquals([alone.getState(), alone.isMounted()], [empty, false]);
    alone.mount(asElement(place));
    await sendState();
    container.unmount();
    assertEquals([alone.getState(), alone.isMounted()], [empty, false]);
  });
  it("S-CONTAINER-03: a container's layout, styles and error styles reach its frame", async () => {
    const all = composable({
      layout: [1, 1],
      styles: { base: { padding: "4px" } },
      errorTextStyles: { base: { color: "red" } },
    });
    all.create({ type: "CARD_NUMBER", name: "number" });
    all.create({ type: "CVV", name: "code" });
    all.mount(asElement(place));
    const setup = setupOf(await load());
    assertEquals([setup.layout, setup.rowStyles, setup.errorStyles], [[1, 1], { padding: "4px" }, { color: "red" }]);
    assertEquals(setup.elements.map(({ name }) => name), ["number", "code"]);
    const plain = composable();
    plain.create({ type: "CVV", name: "code" });
    plain.mount(asElement(place));
    const none = setupOf(await load());
    assertEquals([none.layout, none.rowStyles, none.errorStyles], [[1], {}, {}]);
  });
  it("S-CONTAINER-03: a collect container's styles reach the frame of each of its elements", async () => {
    const container = collect({ styles: { base: { padding: "4px" } }, errorTextStyles: { base: { color: "red" } } });
    container.create({ type: "CVV", name: "code" }).mount(asElement(place));
    const setup = setupOf(await load());
    assertEquals([setup.rowStyles, setup.errorStyles], [{ padding: "4px" }, { color: "red" }]);
  });
  for (const kind of ["COMPOSABLE", "COLLECT"] as const) {
    it(`the client's appearance reaches the frames of a ${kind} container, which follow a switch to dark`, async () => {
      const heard = new Set<() => void>();
      const media = {
        matches: false,
        addEventListener: (_name: string, listener: () => void) => void heard.add(listener),
        removeEventListener: (_name: string, listener: () => void) => void heard.delete(listener),
      };
      Object.assign(globalThis, { matchMedia: () => media });
      const appearance = { borderRadius: "0px", colorText: "#222" };
      const looks = { colorScheme: "auto", appearance, controlPx: 60 } as const;
      const made = createContainer(kind, { ...context(), ...looks }, { layout: [1] });
      const container = closing(made);
      const element = container.create({ type: "CVV", name: "code" });
      if (kind === "COMPOSABLE") container.mount(asElement(place));
      else element.mount(asElement(place));
      assertEquals(
        place.all().find(({ tagName }) => tagName === "iframe")?.style.cssText?.toString().match(/height:(\w+)/)?.[1],
        "110px",
      );
      const frame = await load();
      assertEquals([setupOf(frame).scheme, setupOf(frame).appearance], ["light", appearance]);
      Object.assign(globalThis, { getComputedStyle: () => ({ colorScheme: "dark", direction: "ltr" }) });
      for (const listener of heard) listener();
      await turns();
      assertEquals(frame.heard.at(-1), {
        type: "element_restyle",
        looks: { language: "en", direction: "ltr", scheme: "dark", appearance },
      });
      assertEquals(place.all().find(({ tagName }) => tagName === "iframe")?.style.colorScheme, "dark");
      container.unmount();
      assertEquals(heard.size, 0, "a container that is gone listens to nothing");
    });
  }
  it("a field without sentences of its own has those of every entry in the client's language, a card's fields their own", async () => {
    const language = new Language("de", () => Promise.resolve(DE));
    await language.ready;
    const container = asComposable(closing(createContainer("COMPOSABLE", { ...context(), language }, { layout: [2] })));
    container.create({ type: "INPUT_FIELD", name: "note" });
    container.create({ type: "CVV", name: "code" });
    container.mount(asElement(place));
    const { elements: [note, code] } = setupOf(await load());
    assertEquals([note?.errors.too_long, note?.errors.wrong], [DE.entries.too_long, DE.entries.wrong]);
    assertEquals([code?.errors.too_long, code?.errors.wrong], [DE.fields.CVV.errors?.too_long, DE.entries.wrong]);
  });
  it("S-ELEM-05: every collect option of an element reaches its frame", async () => {
    const container = collect();
    const element = container.create({
      type: "INPUT_FIELD",
      name: "note",
      column: "note_column",
      table: "notes",
      required: true,
      format: "XX-XX",
      translation: { X: "[0-9]" },
      skyflowID: "record-1",
      validations: [{ type: "LENGTH_MATCH_RULE", params: { min: 2, max: 5, error: "Two to five" } }],
      styles: { base: { color: "black" }, invalid: { color: "red" } },
      labelStyles: { base: { margin: "1px" } },
      errorTextStyles: { base: { fontSize: "9px" } },
      label: "Note",
      placeholder: "12-34",
    });
    element.mount(asElement(place));
    const [spec] = setupOf(await load()).elements;
    const { name, column, table, required, label, placeholder, inputs, labels, errorStyles, rules } = spec ?? {};
    assertEquals([name, column, table, required, label, placeholder], [
      "note",
      "note_column",
      "notes",
      true,
      "Note",
      "12-34",
    ]);
    assertEquals([inputs?.base, inputs?.invalid, labels?.base, errorStyles], [
      { color: "black" },
      { color: "red" },
      { margin: "1px" },
      { fontSize: "9px" },
    ]);
    assertEquals(rules, [{ type: "LENGTH_MATCH_RULE", min: 2, max: 5, error: "Two to five" }]);
    assertEquals([spec?.format, spec?.translation, spec?.skyflowId], ["XX-XX", { X: "[0-9]" }, "record-1"]);
    const plain = container.create({ type: "CARD_NUMBER", name: "number", enableCardIcon: false, required: false });
    plain.mount(asElement(place));
    const [number] = setupOf(await load()).elements;
    assertEquals([number?.cardIcon, number?.required, number?.column, number?.table], [
      false,
      false,
      "card_number",
      "cards",
    ]);
  });
  it("S-ERR-35: a missing place, a container without elements, and a custom address without https have their codes", async () => {
    const { code } = assertThrows(() => collect().create({ type: "CVV" }).mount("#nowhere"), SdkError);
    const nothing = await assertRejects(() => composable().validate(), SdkError);
    assertEquals([code, nothing.code], [
      "payrails:client:collect_container.mount_failed",
      "payrails:client:collect_container.no_elements",
    ]);
    const warned: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => void warned.push(text);
    try {
      for (const customElementsURL of ["http://fields.test", "https://fields.test"]) {
        init({
          vaultID: "v1",
          vaultURL: "https://shop.test",
          getBearerToken: () => "token",
          options: { customElementsURL, telemetry: { enabled: false } },
        });
      }
    } finally {
      console.warn = warn;
    }
    assertEquals(warned, [
      "payrails: The custom element address http://fields.test is not https; the provider's own is used",
    ]);
  });
  it("S-VAULT-03: a vault client's cards are for its provider configuration, or else for its vault", async () => {
    const answer = ({ type }: { readonly type?: unknown }) =>
      type === "seal" ? { type: "collected", encryptedData: "sealed" } : undefined;
    Object.assign(location, { origin: "http://localhost:8000" });
    const vaultProviderConfigIds: unknown[] = [];
    for (const providerConfigID of ["pc-9", undefined]) {
      const vault = init({
        vaultID: "v1",
        vaultURL: "http://127.0.0.1:8001",
        getBearerToken: () => `h.${btoa("{}")}.s`,
        options: { telemetry: { enabled: false }, ...(providerConfigID === undefined ? {} : { providerConfigID }) },
      });
      const container = closing(vault.container("COMPOSABLE", { layout: [1] }));
      container.create({ type: "CARD_NUMBER" });
      container.mount(asElement(place));
      await load({ answer });
      const { vaultProviderConfigId } = await container.collect();
      vaultProviderConfigIds.push(vaultProviderConfigId);
      container.unmount();
    }
    assertEquals(vaultProviderConfigIds, ["pc-9", "v1"]);
  });
  it("SECURITY S1: card and bearer token go to the provider only: on a loopback page to any loopback address", () => {
    const refusedAt = (origin: string, vaultURL: string, saveInstrumentURL = vaultURL) => {
      Object.assign(location, { origin });
      try {
        init({
          vaultID: "v1",
          vaultURL,
          getBearerToken: () => "token",
          options: { saveInstrumentURL, telemetry: { enabled: false } },
        });
        return "";
      } catch (error) {
        assertEquals(Object(error).code, "payrails:client:collect_container.invalid_vault_url");
        return Object(error).message;
      }
    };
    const [shop, here] = ["https://shop.test", "http://localhost:8000"];
    const told = (option: string, link: string) => `${option} must be an https address of the provider, but is ${link}`;
    assertEquals([refusedAt(shop, shop), refusedAt(here, "http://127.0.0.1:8001")], ["", ""]);
    for (const link of ["https://other.example", "http://127.0.0.1:8001", "http://shop.test", "https://u@shop.test"]) {
      assertEquals(refusedAt(shop, link), told("vaultURL", link));
      assertEquals(refusedAt(shop, shop, link), told("saveInstrumentURL", link));
    }
    assertEquals(refusedAt(here, "https://other.example"), told("vaultURL", "https://other.example"));
  });
  it("S-ERR-10: the same column of two records is two fields, and a card field stays one whatever record it names", () => {
    const refused = (run: () => unknown) => assertThrows(run, SdkError).code.split(".").at(-1);
    const container = collect();
    const note = (name: string, skyflowID?: string) =>
      container.create({ type: "INPUT_FIELD", table: "people", column: "note", name, ...(skyflowID && { skyflowID }) });
    note("new");
    note("first", "record-1");
    note("second", "record-2");
    container.create({ type: "CARD_NUMBER", name: "number", skyflowID: "record-1" });
    assertEquals([
      refused(() => note("twice", "record-2")),
      refused(() => note("newer")),
      refused(() => container.create({ type: "CARD_NUMBER", name: "other", skyflowID: "record-2" })),
    ], ["duplicate_element", "duplicate_element", "duplicate_element"]);
  });
  it("S-ERR-10, S-ERR-35: a container names the rule that an invalid element, place or name breaks", () => {
    const codeOf = (run: () => unknown) => assertThrows(run, SdkError).code.split(".").at(-1);
    const container = collect();
    const number = container.create({ type: "CARD_NUMBER", name: "number" });
    const all = composable({ layout: [2] });
    const code = all.create({ type: "CVV", name: "code" });
    assertEquals([
      codeOf(() => container.mount()),
      codeOf(() => code.mount("#code")),
      codeOf(() => container.create({ type: "CVV", name: "number" })),
      codeOf(() => container.create({ type: "CARD_NUMBER", name: "other" })),
      codeOf(() => number.mount("")),
      codeOf(() => number.update({ name: "other" })),
      codeOf(() => all.mount(asElement(place))),
    ], [
      "unmountable",
      "unmountable",
      "duplicate_element_name",
      "duplicate_element",
      "empty_mount_target",
      "element_name_change",
      "layout_sum_mismatch",
    ]);
  });
});

function asComposable(container: unknown): ComposableContainer {
  return container as ComposableContainer;
}

function asCollect(container: unknown): CollectContainer {
  return container as CollectContainer;
}

function asSetup(setup: unknown): GroupSetup {
  return setup as GroupSetup;
}

function asPart(part: unknown): SmallElement {
  return part as SmallElement;
}
