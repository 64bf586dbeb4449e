/**
 * One frame of a container: all elements of a composable container, one element of a collect container, or its
 * controller.
 */
import type { ElementSpec, GroupSetup } from "../../sdk/wire/elements.ts";
import type { FromFrameMessage, GroupMessage, ToFrame } from "../../sdk/wire/frames.ts";
import type { SealingKey } from "../crypto/seal.ts";
import { createRows, type FormView, setLanguage } from "../form_view.ts";
import { ElementField } from "./element_field.ts";
import { findHub, Hub, publishHub } from "./hub.ts";
import { sealGroup } from "./seal_group.ts";

export interface GroupPorts {
  readonly send: (message: FromFrameMessage) => void;
  readonly restyle: (setup: GroupSetup, specs: readonly ElementSpec[]) => void;
  readonly key: SealingKey;
  readonly isTestVault: boolean;
}

export class ElementGroup {
  readonly view: Omit<FormView, "fields">;
  readonly #fields: readonly ElementField[];
  readonly #hub = new Hub();

  constructor(private setup: GroupSetup, private readonly ports: GroupPorts) {
    const isDev = setup.isDev && ports.isTestVault;
    if (setup.isDev && !isDev) {
      ports.send({ type: "log", level: "WARN", text: "This vault is no TEST vault: DEV is off" });
    }
    const elementPorts = {
      report: (
        name: Parameters<ElementField["report"]>[0],
        state: Extract<FromFrameMessage, { type: "element" }>["state"],
      ) => ports.send({ type: "element", name, state }),
      announce: (text: string) => this.view?.announce(text),
      warn: (text: string) => ports.send({ type: "log", level: "WARN", text }),
      isDev,
    };
    this.#fields = setup.elements.map((spec, index) => new ElementField(spec, index, elementPorts));
    this.view = createRows(this.#rows(), setup);
    this.view.form.addEventListener("submit", (event) => {
      event.preventDefault();
      // Enter presses the form's button. A submit without a submitter is this code's own, so that the browser offers to
      // save the card.
      if (event.submitter !== null) this.#focused()?.report("SUBMIT");
    });
    if (setup.role === "controller") publishHub(setup.containerId, this.#hub);
    if (setup.role === "composable") { for (const field of this.#fields) field.enter(this.#hub); }
    if (setup.role === "element") this.#join();
    this.#restyle();
    // A browser may keep the page and show it again as it was (Back): nothing would join again then.
    addEventListener("pagehide", ({ persisted }) => {
      if (!persisted) { for (const field of this.#fields) field.leave(); }
    });
  }

  receive(message: GroupMessage): void {
    switch (message.type) {
      case "group":
        return;
      case "join":
        return this.#join();
      case "element_restyle":
        this.setup = { ...this.setup, ...message.looks };
        setLanguage(this.view.form, this.setup);
        document.documentElement.lang = this.setup.language;
        return this.#restyle();
      case "element_update":
        this.#field(message.name)?.update(message.changes);
        return this.#restyle();
      case "element_error":
        return this.#field(message.name)?.force(message.text);
      case "element_value":
        return this.#write(message);
      case "element_focus":
        return this.#field(message.name)?.view.input.focus();
      case "element_check":
        return void this.#check(message);
      case "element_refused":
        return this.view.announce(message.text);
      case "seal":
        return void this.#seal(message);
      case "clear":
        return message.name === undefined ? this.clear() : this.#field(message.name)?.clear();
    }
  }

  clear(): void {
    for (const field of this.#fields) field.clear();
  }

  #rows(): readonly (readonly ElementField["view"][])[] {
    const views = this.#fields.map(({ view }) => view);
    let taken = 0;
    return this.setup.layout.filter((count) => count > 0).map((count) => views.slice(taken, taken += count));
  }

  #field(name: string): ElementField | undefined {
    return this.#fields.find(({ spec }) => spec.name === name);
  }

  #focused(): ElementField | undefined {
    return this.#fields.find(({ view }) => view.input === document.activeElement);
  }

  /** The controller may load after its elements. They try again when it is ready. */
  #join(): void {
    const hub = findHub(this.setup.containerId);
    if (hub !== undefined) { for (const field of this.#fields) field.enter(hub); }
  }

  #restyle(): void {
    this.ports.restyle(this.setup, this.#fields.map(({ spec }) => spec));
  }

  #write({ name, value }: ToFrame["element_value"]): void {
    const { send, isTestVault } = this.ports;
    const field = this.#field(name);
    if (!this.setup.isDev || !isTestVault) {
      return send({ type: "log", level: "WARN", text: "Values are set from the page in TEST vaults only" });
    }
    if (value === undefined) field?.clear();
    else field?.write(value);
  }

  async #check({ id, count }: ToFrame["element_check"]): Promise<void> {
    await this.#hub.gathered(count);
    const members = [...this.#hub.members.values()];
    for (const member of members) member.judge();
    const invalid = members.filter((member) => member.isBlocking()).map(({ spec }) => spec.name);
    this.ports.send({ type: "element_checked", id, invalid });
  }

  async #seal({ id, count, options }: ToFrame["seal"]): Promise<void> {
    await this.#hub.gathered(count);
    if (this.setup.role === "composable") this.view.form.requestSubmit();
    const result = await sealGroup(this.#hub, options, this.ports.key);
    if (result.type === "sealed") {
      this.ports.send({ type: "collected", id, encryptedData: result.encryptedData });
    } else {
      this.ports.send({ type: "collect_failed", id, reason: result.type });
    }
  }
}
