/**
 * The session's stored cards as a list of native radios. The pay button pays with the selected card until the shopper
 * turns to the card form.
 */
import type { CardForm } from "../card_form/card_form.ts";
import { createCodeForm } from "../card_form/code_form.ts";
import { createStoredInstallments } from "../card_form/stored_installments.ts";
import type { ClientContext, StoredInstallments } from "../client_context.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import type { CardListTexts } from "../locales/pack.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import type { CardListOptions } from "./options.ts";
import { applyTheme } from "../ui/appearance.ts";
import { createStyler } from "../ui/css.ts";
import { createRadio } from "../ui/controls/choices.ts";
import { element } from "../ui/element.ts";
import { listenScheme } from "../ui/scheme.ts";
import type { GivenInstrument, StoredInstrument } from "../wire/instruments.ts";
import { storedOf } from "../session/stored_instruments.ts";
import { createMark, createNetwork, nameOf } from "./network_badge.ts";

export const CARD_LIST: CardListTexts = { legend: "Saved cards", another: "Use another card" };

type Choose = (
  instrument: GivenInstrument | undefined,
  codeForm: CardForm | undefined,
  installments: StoredInstallments | undefined,
) => void;

interface Row {
  /** Undefined for the choice to pay with another card. */
  readonly card: StoredInstrument | undefined;
  readonly item: HTMLElement;
  readonly radio: HTMLInputElement;
  readonly panel: HTMLElement;
  readonly name: HTMLElement;
  readonly style: ReturnType<typeof createStyler>;
}

let made = 0;

/** The session's stored cards as radio buttons. */
export class CardList {
  #root: HTMLElement | undefined;
  #code: CardForm | undefined;
  #installments: StoredInstallments | undefined;
  #rows: readonly Row[] = [];
  #unlisten: (() => void) | undefined;
  #form: CardForm | undefined;
  /** Ends that the list follows the card form. */
  #unfollow: (() => void) | undefined;
  #isLocked = false;
  /** The shopper turned to the card form while a card of the list paid. */
  #isLeft = false;
  readonly #group = `payrails-card-list-${made++}`;
  readonly #legend = element("legend", "payrails-dropin-legend");
  readonly #items = element("div", "payrails-dropin-items");
  readonly #empty = element("p", "payrails-dropin-empty");

  /** @internal */
  constructor(
    private options: CardListOptions,
    private readonly context: ClientContext,
    private readonly choose: Choose,
  ) {}

  /** Replaces the content of the place with the list. */
  mount(point: Element): void {
    const root = this.#root = element("fieldset", "payrails-dropin payrails-card-list");
    root.id = "payrails-card-list";
    createStyler(root)(this.options.styles?.container?.styles);
    root.append(this.#legend, this.#items);
    point.replaceChildren(root);
    this.redraw();
    const { language, session } = this.context;
    const ends = [
      listenScheme(() => this.#applyAppearance(root)),
      language.listen(() => this.#retext()),
      session.listenInstruments(() => this.redraw()),
    ];
    this.#unlisten = () => ends.forEach((end) => end());
    this.#applyAppearance(root);
    const chosen = this.context.instrument();
    if (chosen !== undefined) this.show(chosen);
  }

  /** @internal Follows the session's cards and the client's card form. A row that stays keeps what was typed. */
  redraw(): void {
    if (this.#root === undefined) return;
    const form = this.context.cardForm();
    this.#follow(form);
    const cards = storedOf(this.context.session.configuration.methods, "card");
    // Without a card form, there is no other card to pay with.
    const choices = cards.length === 0 || form === undefined ? cards : [...cards, undefined];
    const before = this.#rows;
    const rows = this.#rows = choices.map((card) => before.find((row) => row.card?.id === card?.id) ?? this.#row(card));
    for (const { item } of before.filter((row) => !rows.includes(row))) item.remove();
    // The frame of a security code would load again if its row moved.
    const firstNew = rows.findIndex((row) => !before.includes(row));
    if (firstNew >= 0) this.#items.append(...rows.slice(firstNew).map(({ item }) => item));
    if (cards.length === 0) this.#items.append(this.#empty);
    else this.#empty.remove();
    this.#retext();
    if (before.some((row) => row.radio.checked && !rows.includes(row))) this.show(undefined);
  }

  /** @internal Keeps the shopper from choosing another card while one pays. */
  lock(isLocked: boolean): void {
    this.#isLocked = isLocked;
    for (const { radio } of this.#rows) radio.disabled = isLocked;
    if (!isLocked && this.#isLeft) this.#leave();
  }

  #follow(form: CardForm | undefined): void {
    if (form === this.#form) return;
    this.#unfollow?.();
    this.#form = form;
    this.#unfollow = form?.on("focus", () => this.#leave());
  }

  /** The shopper turned to the card form, so no stored card pays any more. */
  #leave(): void {
    this.#isLeft = this.#isLocked;
    const isChosen = this.#rows.some(({ card, radio }) => card !== undefined && radio.checked);
    if (this.#isLocked || !isChosen) return;
    this.show(undefined);
    invokeCallback(() => this.options.events?.onCardSelected?.({}));
  }

  /** Changes theme and texts of the mounted list and of its security code field. */
  update({ appearance, translations }: Pick<CardListOptions, "appearance" | "translations">): void {
    this.options = { ...this.options, ...omitUndefined({ appearance, translations }) };
    if (this.#root !== undefined) this.#applyAppearance(this.#root);
    if (translations !== undefined) this.#retext();
    this.#code?.update(omitUndefined({ appearance, translations: translations?.cardForm }));
  }

  /** Shows the texts of the merchant and of the client's language. */
  #retext(): void {
    const { language } = this.context;
    const { legend, another } = {
      ...language.of("cardList", CARD_LIST),
      ...omitUndefined({ ...this.options.translations }),
    };
    const { unavailable } = language.common;
    this.#legend.textContent = legend;
    this.#empty.textContent = unavailable;
    for (const { card, name } of this.#rows) {
      name.textContent = card === undefined ? another : nameOf(card, unavailable);
    }
    this.#installments?.retext(this.options.translations?.cardForm);
    if (this.#root !== undefined) language.mark(this.#root);
  }

  #applyAppearance(root: HTMLElement): void {
    applyTheme(root, { ...this.context.initOptions.appearance, ...this.options.appearance });
  }

  /** Selects no card. */
  reset(): void {
    for (const { radio } of this.#rows) radio.checked = false;
    this.#open(undefined);
  }

  /** Follows a selection made by the page through `setState`. */
  show(instrument: GivenInstrument | undefined): void {
    if (this.#root === undefined) return;
    for (const { radio, card } of this.#rows) radio.checked = card?.id === instrument?.id;
    this.#open(instrument);
  }

  /** Removes the list and clears the selection. */
  unmount(): void {
    this.#unlisten?.();
    this.#follow(undefined);
    this.#close();
    this.#root?.remove();
    this.#root = undefined;
    this.#rows = [];
    this.#items.replaceChildren();
    this.choose(undefined, undefined, undefined);
  }

  #row(card: StoredInstrument | undefined): Row {
    const id = card?.id ?? "another";
    const item = element("div", "payrails-dropin-item");
    item.id = `payrails-card-list-item-${id}`;
    const label = element("label", "payrails-dropin-label");
    const radio = createRadio(this.#group, id, () => {
      this.#open(card);
      invokeCallback(() => this.options.events?.onCardSelected?.(omitUndefined({ instrument: card })));
      if (card !== undefined) invokeCallback(() => this.options.onCardChange?.(card));
    });
    radio.disabled = this.#isLocked;
    label.append(radio, card === undefined ? createMark("card", "") : createNetwork(card.data?.network));
    const name = element("span", "payrails-dropin-name");
    label.append(name);
    const panel = element("div", "payrails-dropin-panel");
    item.append(label, panel);
    const style = createStyler(item);
    style(this.options.styles?.element?.base);
    return { card, item, radio, panel, name, style };
  }

  /** Ends the security code and the instalments of the open card. */
  #close(): void {
    this.#code?.unmount();
    this.#installments?.end();
    this.#code = this.#installments = undefined;
  }

  #open(instrument: GivenInstrument | undefined): void {
    this.#close();
    const { base, active } = this.options.styles?.element ?? {};
    for (const { card, item, radio, panel, style } of this.#rows) {
      item.classList.toggle("active", radio.checked);
      style(base, radio.checked ? active : undefined);
      panel.replaceChildren();
      if (!radio.checked || card === undefined) continue;
      const [translations, styles] = [this.options.translations?.cardForm, this.options.styles?.cardForm];
      const { requireCvv, appearance, showInstallments, installmentConfig } = this.options;
      const [codePlace, partsPlace] = [element("div"), element("div", "payrails-extras-place")];
      panel.append(codePlace, partsPlace);
      if (requireCvv === true) {
        this.#code = createCodeForm(card, { translations, styles, appearance }, this.context).mount(codePlace);
      }
      const inParts = { showInstallments, installmentConfig, translations, styles };
      this.#installments = createStoredInstallments(card, inParts, this.context)?.(partsPlace);
    }
    this.choose(instrument, this.#code, this.#installments);
  }
}
