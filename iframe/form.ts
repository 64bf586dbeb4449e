/** The card form at work: it takes input, validates it, reports flags to the page and seals the card on request. */
import { BRANDS } from "../sdk/card/brands.ts";
import { digitsOf } from "../sdk/card/detect.ts";
import type {
  ElementType,
  Fault,
  FieldEvent,
  FieldFlags,
  FormMessage,
  FormSetup,
  FormSnapshot,
  FrameTheme,
  FromFrameMessage,
  ToFrame,
} from "../sdk/wire/frames.ts";
import { collect } from "./controller/collect.ts";
import type { SealingKey } from "./crypto/seal.ts";
import type { FieldView } from "./field/field_view.ts";
import { type Faults, faultsOf, type Texts } from "../sdk/card/faults.ts";
import { serverNow } from "./field/server_time.ts";
import { NOTHING_SHOWN, showBin } from "./field/shown_bin.ts";
import { Completion } from "./field/completion.ts";
import { brandOf, cvcLengthOf, formatTyped, tidy } from "./field/typing.ts";
import { createForm, type FormView, setLanguage } from "./form_view.ts";
import { brandIcon } from "./theme/brand_icon.ts";
import { networkIcons } from "./theme/network_icons.ts";

export interface FormPorts {
  readonly send: (message: FromFrameMessage) => void;
  readonly restyle: (looks: FrameTheme) => void;
  readonly key: SealingKey;
}

const INVALID = { type: "invalid" } as const;

export class CardForm {
  readonly view: FormView;
  #texts: FormSetup["texts"];
  #previous = new Map<ElementType, string>();
  /** Fields whose errors are shown: the shopper left them with a value, or the page asked to validate. */
  #judged = new Set<ElementType>();
  #shown = NOTHING_SHOWN;
  #brand = brandOf("");
  #isSubmittingForBrowser = false;
  readonly #completion = new Completion(() => digitsOf(this.#read().CARD_NUMBER ?? ""), () => this.#numberCompleted());

  constructor(private readonly setup: FormSetup, private readonly ports: FormPorts) {
    this.view = createForm(setup);
    this.#texts = setup.texts;
    this.#retext();
    for (const field of this.view.fields.values()) this.#listen(field);
    this.view.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#isSubmittingForBrowser) return;
      this.#report("SUBMIT", this.#focused() ?? "CARD_NUMBER");
      void this.#showFaults();
    });
    this.#draw();
  }

  receive(message: FormMessage): void {
    switch (message.type) {
      case "configure":
        return;
      case "restyle":
        return this.ports.restyle(message.looks);
      case "retext":
        this.#texts = { ...this.#texts, ...message.texts };
        setLanguage(this.view.form, message);
        document.documentElement.lang = message.language;
        this.#retext();
        return this.#draw();
      case "validate":
        return void this.#validate(message.id);
      case "focus":
        return this.#focus(message.field);
      case "lock":
        return this.#lock(message.locked);
      case "collect":
        return void this.#collect(message);
      case "clear":
        return this.clear();
      case "networks":
        return this.#mark(message.networks);
    }
  }

  /** Clears every value: after a success, on unmount, and when the page goes away. */
  clear(): void {
    for (const { input } of this.view.fields.values()) input.value = "";
    this.#previous.clear();
    this.#judged.clear();
    this.#shown = NOTHING_SHOWN;
    this.#draw();
    this.#report("CHANGE", "CARD_NUMBER");
  }

  #listen(field: FieldView): void {
    const { input, type } = field;
    input.addEventListener("input", (event) => {
      if (event instanceof InputEvent) this.#type(field, event.inputType, event.isComposing);
      else this.#type(field, "");
    });
    input.addEventListener("compositionend", () => this.#type(field, "insertText"));
    const isNumber = type === "CARD_NUMBER";
    input.addEventListener("focus", () => {
      if (isNumber) this.#completion.entered();
      this.#report("FOCUS", type);
    });
    input.addEventListener("blur", () => {
      this.#write(field, formatTyped(type, input.value));
      if (isNumber) this.#completion.left();
      if (input.value !== "" && !(isNumber && this.#completion.isOpen())) this.#judged.add(type);
      this.#draw();
      this.#report("BLUR", type);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#report("ESCAPE", type);
      if (event.key === "Enter" && isNumber) this.#completion.done();
    });
  }

  #type(field: FieldView, inputType: string, isComposing = false): void {
    const { input, type } = field;
    if (type === "CARD_NUMBER") this.#completion.typed(inputType);
    // The browser filled the whole number, so nothing remains of what the page knew before.
    if (inputType === "" && type === "CARD_NUMBER") this.#shown = NOTHING_SHOWN;
    // A text that a keyboard still composes must stay as it is. It already counts: many phones compose every word.
    if (!isComposing) {
      const caret = input.selectionStart ?? input.value.length;
      const typed = { text: input.value, caret, previous: this.#previous.get(type) ?? "", inputType };
      const next = tidy(type, typed, " ");
      this.#write(field, next.text, next.caret);
    }
    this.#draw();
    this.#report("CHANGE", type);
  }

  /** Setting an unchanged value would move the caret and empty the undo stack. */
  #write({ input, type }: FieldView, text: string, caret?: number): void {
    if (input.value !== text) {
      input.value = text;
      if (caret !== undefined && document.activeElement === input) input.setSelectionRange(caret, caret);
    }
    this.#previous.set(type, text);
  }

  #read(): Texts {
    return Object.fromEntries([...this.view.fields].map(([type, { input }]) => [type, input.value]));
  }

  #faults(texts = this.#read()): Faults {
    const faults = faultsOf(texts, serverNow(), this.#storedBrand());
    return this.#completion.isOpen() ? { ...faults, CARD_NUMBER: "incomplete" } : faults;
  }

  /**
   * In a form with a card number, its own digits decide how many of them may be reported, whatever brand the page
   * names.
   */
  #storedBrand(): FormSetup["brand"] {
    return this.view.fields.has("CARD_NUMBER") ? undefined : this.setup.brand;
  }

  #brandOf(texts: Texts) {
    return this.#storedBrand() ?? brandOf(texts.CARD_NUMBER ?? "");
  }

  /** The number is complete; its verdict may be shown. */
  #numberCompleted(): void {
    this.#judged.add("CARD_NUMBER");
    this.#draw();
    this.#report("CHANGE", "CARD_NUMBER");
  }

  #draw(): void {
    const texts = this.#read();
    const faults = this.#faults(texts);
    for (const field of this.view.fields.values()) this.#drawField(field, faults[field.type]);
    const brand = this.#brandOf(texts);
    this.#hint(cvcLengthOf(brand));
    const number = this.view.fields.get("CARD_NUMBER");
    if (this.setup.cardIcon && (brand !== this.#brand || number?.root.querySelector("svg") === null)) {
      number?.setIcon(brandIcon(brand));
    }
    if (brand !== this.#brand) {
      this.#brand = brand;
      if (number !== undefined) this.view.announce(BRANDS[brand].network === undefined ? "" : BRANDS[brand].name);
      const cvc = this.view.fields.get("CVV");
      if (cvc !== undefined) cvc.input.maxLength = cvcLengthOf(brand);
    }
  }

  /** A code of four digits is on the front of a card, one of three on its back. */
  #hint(length: number): void {
    const cvc = this.view.fields.get("CVV");
    cvc?.root.classList.toggle("on-front", length > 3);
    cvc?.setHint(this.#texts.CVV?.hints?.[length - 3] ?? "");
  }

  /** Shows both icons of a co-badged card, or the brand's own icon for fewer than two networks. */
  #mark(networks: readonly string[]): void {
    if (!this.setup.cardIcon) return;
    const icons = networks.length < 2 ? [brandIcon(this.#brandOf(this.#read()))] : networkIcons(networks);
    this.view.fields.get("CARD_NUMBER")?.setIcon(...icons);
  }

  #drawField({ type, root, input, error }: FieldView, fault: Fault | undefined): void {
    const isComing = type === "CARD_NUMBER" && this.#completion.isComing();
    const isShown = fault !== undefined && this.#judged.has(type) && !isComing;
    root.classList.toggle("empty", input.value === "");
    root.classList.toggle("complete", fault === undefined);
    root.classList.toggle("invalid", isShown);
    if (isShown) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    const text = isShown ? this.#texts[type]?.errors[fault] ?? "" : "";
    if (error.textContent !== text) error.textContent = text;
  }

  #retext(): void {
    for (const [type, field] of this.view.fields) {
      const texts = this.#texts[type];
      if (texts !== undefined) field.setTexts(texts);
    }
  }

  /** Enter in an unfinished form: the pay button is disabled, so nothing else says what is missing. */
  async #showFaults(): Promise<void> {
    await this.#completion.quiet();
    if (Object.keys(this.#faults()).length === 0) return;
    this.#judgeAll();
    this.#focus(undefined);
  }

  #judgeAll(): void {
    for (const type of this.view.fields.keys()) this.#judged.add(type);
    this.#draw();
  }

  async #validate(id: string): Promise<void> {
    await this.#completion.quiet();
    this.#judgeAll();
    this.ports.send({ type: "validated", id, faults: this.#faults() });
  }

  /** Without a type: the first field with an error, or else the first field. */
  #focus(wanted: ElementType | undefined): void {
    const faults = this.#faults();
    const all = [...this.view.fields.values()];
    const field = wanted === undefined
      ? all.find(({ type }) => faults[type] !== undefined) ?? all[0]
      : this.view.fields.get(wanted);
    field?.input.focus();
  }

  #lock(locked: boolean): void {
    this.view.form.setAttribute("aria-busy", String(locked));
    for (const { input } of this.view.fields.values()) {
      input.readOnly = locked;
      // An open keyboard would cover the 3-D Secure challenge on a phone.
      if (locked) input.blur();
    }
  }

  async #collect({ id, ...bound }: ToFrame["collect"]): Promise<void> {
    await this.#completion.quiet();
    this.#offerToSave();
    const texts = this.#read();
    const isValid = Object.keys(this.#faults(texts)).length === 0;
    const result = isValid ? await collect(texts, { key: this.ports.key, ...bound }) : INVALID;
    if (result.type === "sealed") {
      this.ports.send({ type: "collected", id, encryptedData: result.encryptedData });
    } else {
      this.ports.send({ type: "collect_failed", id, reason: result.type });
    }
  }

  /** Browsers offer to save a card when its form is submitted. The submit sends nothing. */
  #offerToSave(): void {
    this.#isSubmittingForBrowser = true;
    this.view.form.requestSubmit();
    this.#isSubmittingForBrowser = false;
  }

  #focused(): ElementType | undefined {
    return [...this.view.fields.values()].find(({ input }) => input === document.activeElement)?.type;
  }

  #report(name: FieldEvent, field: ElementType): void {
    this.ports.send({ type: "event", name, field, form: this.#snapshot() });
  }

  #snapshot(): FormSnapshot {
    const texts = this.#read();
    const faults = this.#faults(texts);
    const flags: Partial<Record<ElementType, FieldFlags>> = {};
    for (const { type, input } of this.view.fields.values()) {
      const isEmpty = input.value === "";
      const isValid = faults[type] === undefined;
      flags[type] = { isEmpty, isValid, isComplete: isValid, isFocused: input === document.activeElement };
    }
    const digits = digitsOf(texts.CARD_NUMBER ?? "");
    const brand = this.#brandOf(texts);
    const { bin, shown } = showBin(this.#shown, { digits, brand, isValid: flags.CARD_NUMBER?.isValid ?? false });
    this.#shown = shown;
    return { isValid: Object.keys(faults).length === 0, brand, bin, fields: flags };
  }
}
