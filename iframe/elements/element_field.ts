/** One element at work: it takes input, validates it and reports its state. It is a member of its container's hub. */
import { BRANDS } from "../../sdk/card/brands.ts";
import { digitsOf } from "../../sdk/card/detect.ts";
import type { ElementChanges, ElementEvent, ElementSpec, ElementState, WireRule } from "../../sdk/wire/elements.ts";
import { Completion } from "../field/completion.ts";
import { NOTHING_SHOWN, showBin } from "../field/shown_bin.ts";
import { brandOf, cvcLengthOf } from "../field/typing.ts";
import { brandIcon } from "../theme/brand_icon.ts";
import { type ElementFault, elementFault } from "./element_rules.ts";
import { formatElement, textForRules, tidyElement } from "./element_typing.ts";
import { createElement, type ElementView } from "./element_view.ts";
import { Hub, type Member } from "./hub.ts";

export interface ElementPorts {
  readonly report: (name: ElementEvent, state: ElementState) => void;
  readonly announce: (text: string) => void;
  /** Shows a warning to the page's developer. */
  readonly warn: (text: string) => void;
  /** Whether raw values may leave the frame: the vault is a TEST one and the page asked for it. */
  readonly isDev: boolean;
}

export class ElementField implements Member {
  readonly view: ElementView;
  spec: ElementSpec;
  #hub = new Hub();
  #previous = "";
  #isJudged = false;
  #isFaulty = false;
  #forced: string | undefined;
  #shown = NOTHING_SHOWN;
  #brand = brandOf("");
  /** Present for a card number. */
  readonly #completion: Completion | undefined;
  readonly #warned = new Set<WireRule>();
  #reported: ElementState;

  constructor(spec: ElementSpec, index: number, private readonly ports: ElementPorts) {
    this.spec = spec;
    this.view = createElement(spec, index);
    if (spec.type === "CARD_NUMBER") {
      this.#completion = new Completion(() => digitsOf(this.text()), () => this.#numberCompleted());
    }
    this.#reported = this.#state();
    this.#listen();
    this.#hub.join(this);
  }

  /** Joins the container's hub. Until then the element applies only its own rules. */
  enter(hub: Hub): void {
    this.#hub = hub;
    hub.join(this);
  }

  leave(): void {
    this.#hub.leave(this);
  }

  text(): string {
    const { input } = this.view;
    if (input instanceof HTMLInputElement && /checkbox|radio/.test(input.type)) return input.checked ? input.value : "";
    return textForRules(this.spec, input.value);
  }

  isBlocking(): boolean {
    return this.#forced !== undefined || (this.#fault() !== undefined && (this.spec.required || this.text() !== ""));
  }

  async quiet(): Promise<void> {
    await this.#completion?.quiet();
  }

  judge(): void {
    this.#isJudged = true;
    this.refresh();
  }

  uncheck(): void {
    const { input } = this.view;
    if (input instanceof HTMLInputElement) input.checked = false;
  }

  /** Reports to the page when another element made this one valid or invalid, or unchecked it. */
  follow(): void {
    this.refresh();
    const { isValid, isEmpty } = this.#state();
    if (isValid !== this.#reported.isValid || isEmpty !== this.#reported.isEmpty) this.report("CHANGE");
  }

  update(changes: ElementChanges): void {
    this.spec = { ...this.spec, ...changes };
    this.view.setTexts(changes);
    this.view.input.required = changes.required;
    this.refresh();
  }

  force(text: string | undefined): void {
    this.#forced = text;
    this.refresh();
  }

  write(value: string): void {
    const { input } = this.view;
    if (input instanceof HTMLInputElement && /checkbox|radio/.test(input.type)) input.checked = value === input.value;
    else input.value = value;
    this.#type("");
  }

  clear(): void {
    const { input } = this.view;
    this.uncheck();
    if (!/checkbox|radio/.test(input.type)) input.value = "";
    this.#previous = "";
    this.#isJudged = false;
    this.#forced = undefined;
    this.#shown = NOTHING_SHOWN;
    this.refresh();
    this.report("CHANGE");
  }

  report(name: ElementEvent): void {
    this.#reported = this.#state();
    this.ports.report(name, this.#reported);
  }

  refresh(): void {
    const { root, input, error, setIcon } = this.view;
    const { type, errors, cardIcon } = this.spec;
    const fault = this.#fault();
    const isComing = this.#completion?.isComing() === true;
    const isShown = this.#forced !== undefined ||
      (fault !== undefined && this.#isJudged && !isComing && this.isBlocking());
    if (isShown) this.#warn(fault?.refusing);
    root.classList.toggle("empty", this.text() === "");
    root.classList.toggle("complete", fault === undefined && this.text() !== "");
    root.classList.toggle("invalid", isShown);
    if (isShown) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    const sentence = this.#forced ?? fault?.text ?? errors[fault?.name ?? ""] ?? "";
    const text = isShown ? sentence : "";
    if (error.textContent !== text) error.textContent = text;
    if (isShown !== this.#isFaulty && !isComing) {
      this.#isFaulty = isShown;
      this.report(isShown ? "ERROR" : "SUCCESS");
    }
    if (type === "CVV" && "maxLength" in input) {
      input.maxLength = cvcLengthOf(this.#hub.brand());
      root.classList.toggle("on-front", input.maxLength > 3);
    }
    if (type !== "CARD_NUMBER") return;
    const brand = brandOf(this.text());
    if (cardIcon && (brand !== this.#brand || root.querySelector("svg") === null)) setIcon(brandIcon(brand));
    if (brand !== this.#brand) this.ports.announce(BRANDS[brand].network === undefined ? "" : BRANDS[brand].name);
    this.#brand = brand;
  }

  #fault(): ElementFault | undefined {
    const { input } = this.view;
    const text = this.text();
    return elementFault({
      spec: this.spec,
      text,
      shown: text === "" ? "" : input.value,
      hub: this.#hub,
      isOpen: this.#completion?.isOpen() === true,
      bin: (isRight) => this.#bin(isRight),
    });
  }

  /** First digits of the number that may leave the frame now. */
  #bin(isValid: boolean): string {
    if (this.spec.type !== "CARD_NUMBER") return "";
    const digits = digitsOf(this.text());
    const { bin, shown } = showBin(this.#shown, { digits, brand: brandOf(digits), isValid });
    this.#shown = shown;
    return bin;
  }

  #warn(rule: WireRule | undefined): void {
    if (rule === undefined || this.#warned.has(rule)) return;
    this.#warned.add(rule);
    const { name, rules } = this.spec;
    this.ports.warn(
      `${name}: validation ${rules.indexOf(rule) + 1} refuses this field whatever its hidden digits are. ` +
        "Expressions see stand-ins for hidden digits",
    );
  }

  /** The number is complete; its verdict may be shown. */
  #numberCompleted(): void {
    this.#isJudged = true;
    this.refresh();
    this.report("CHANGE");
  }

  #listen(): void {
    const { input } = this.view;
    input.addEventListener("input", (event) => {
      if (event instanceof InputEvent) this.#type(event.inputType, event.isComposing);
      else this.#type("");
    });
    input.addEventListener("compositionend", () => this.#type("insertText"));
    input.addEventListener("focus", () => {
      this.#completion?.entered();
      this.report("FOCUS");
    });
    input.addEventListener("click", () => this.report("CLICK"));
    input.addEventListener("blur", () => {
      if (!/checkbox|radio|select/.test(input.type)) this.#show(formatElement(this.spec, input.value));
      this.#completion?.left();
      if (this.text() !== "" && !this.#completion?.isOpen()) this.#isJudged = true;
      this.refresh();
      this.report("BLUR");
    });
    input.addEventListener("keydown", (event) => {
      if (!(event instanceof KeyboardEvent)) return;
      if (event.key === "Escape") this.report("ESCAPE");
      if (event.key === "Enter") this.#completion?.done();
    });
  }

  #type(inputType: string, isComposing = false): void {
    const { input } = this.view;
    this.#completion?.typed(inputType);
    if (inputType === "") this.#shown = NOTHING_SHOWN;
    // A text that a keyboard still composes must stay as it is. It already counts: many phones compose every word.
    if (!isComposing && !/checkbox|radio|select/.test(input.type) && !(input instanceof HTMLSelectElement)) {
      const caret = input.selectionStart ?? input.value.length;
      const next = tidyElement(this.spec, { text: input.value, caret, previous: this.#previous, inputType });
      this.#show(next.text, next.caret);
    }
    this.#forced = undefined;
    this.refresh();
    this.report("CHANGE");
    this.#hub.changed(this);
  }

  /** Setting an unchanged value would move the caret and empty the undo stack. */
  #show(text: string, caret?: number): void {
    const { input } = this.view;
    if (input.value !== text) {
      input.value = text;
      if (caret !== undefined && document.activeElement === input && !(input instanceof HTMLSelectElement)) {
        input.setSelectionRange(caret, caret);
      }
    }
    this.#previous = text;
  }

  #state(): ElementState {
    const { name, type: elementType, required } = this.spec;
    const text = this.text();
    const isEmpty = text === "";
    const fault = this.#fault();
    const isValid = this.#forced === undefined && fault === undefined;
    const state = {
      name,
      elementType,
      isEmpty,
      isComplete: isValid && !isEmpty,
      isValid,
      isFocused: document.activeElement === this.view.input,
      isRequired: required,
    };
    if (elementType !== "CARD_NUMBER") return { ...state, value: this.ports.isDev ? text : "" };
    const digits = digitsOf(text);
    return {
      ...state,
      value: this.ports.isDev ? digits : this.#bin(fault === undefined),
      network: BRANDS[brandOf(digits)].network,
    };
  }
}
