/** The session's stored cards as a list of native radios. The pay button pays with the selected card. */
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
  #rows: readonly Row[] = [];
  #unlisten: (() => void) | undefined;
  readonly #group = `payrails-card-list-${made++}`;
  readonly #legend = element("legend", "payrails-dropin-legend");
  readonly #empty = element("p", "payrails-dropin-empty");

  /** @internal */
  constructor(
    private options: CardListOptions,
    private readonly context: ClientContext,
    private readonly choose: Choose,
  ) {}

  /** Replaces the content of the place with the list. */
  mount(point: Element): void {
    const { language, session } = this.context;
    const root = this.#root = element("fieldset", "payrails-dropin payrails-card-list");
    root.id = "payrails-card-list";
    createStyler(root)(this.options.styles?.container?.styles);
    const items = element("div", "payrails-dropin-items");
    const cards = storedOf(session.configuration.methods, "card");
    const rows = cards.map((card) => this.#row(card.id, card));
    if (cards.length === 0) items.append(this.#empty);
    // Without a card form, there is no other card to pay with.
    else if (this.context.cardForm() !== undefined) rows.push(this.#row("another"));
    this.#rows = rows;
    items.append(...rows.map(({ item }) => item));
    root.append(this.#legend, items);
    point.replaceChildren(root);
    this.#retext();
    this.#unlisten = language.listen(() => this.#retext());
    this.#applyAppearance(root);
    const chosen = this.context.instrument();
    if (chosen !== undefined) this.show(chosen);
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
    this.#code?.unmount();
    this.#root?.remove();
    this.#root = undefined;
    this.#rows = [];
    this.choose(undefined, undefined, undefined);
  }

  #row(id: string, card?: StoredInstrument): Row {
    const item = element("div", "payrails-dropin-item");
    item.id = `payrails-card-list-item-${id}`;
    const label = element("label", "payrails-dropin-label");
    const radio = createRadio(this.#group, id, () => {
      this.#open(card);
      invokeCallback(() => this.options.events?.onCardSelected?.(omitUndefined({ instrument: card })));
      if (card !== undefined) invokeCallback(() => this.options.onCardChange?.(card));
    });
    label.append(radio, card === undefined ? createMark("card", "") : createNetwork(card.data?.network));
    const name = element("span", "payrails-dropin-name");
    label.append(name);
    const panel = element("div", "payrails-dropin-panel");
    item.append(label, panel);
    const style = createStyler(item);
    style(this.options.styles?.element?.base);
    return { card, item, radio, panel, name, style };
  }

  #open(instrument: GivenInstrument | undefined): void {
    this.#code?.unmount();
    this.#code = undefined;
    let installments: StoredInstallments | undefined;
    const { base, active } = this.options.styles?.element ?? {};
    for (const { card, item, radio, panel, style } of this.#rows) {
      item.classList.toggle("active", radio.checked);
      style(base, radio.checked ? active : undefined);
      panel.replaceChildren();
      if (!radio.checked || card === undefined) continue;
      const { translations: { cardForm: translations } = {}, styles: { cardForm: styles } = {} } = this.options;
      const { requireCvv, appearance, showInstallments, installmentConfig } = this.options;
      const [codePlace, partsPlace] = [element("div"), element("div", "payrails-extras-place")];
      panel.append(codePlace, partsPlace);
      if (requireCvv === true) {
        this.#code = createCodeForm(card, { translations, styles, appearance }, this.context).mount(codePlace);
      }
      const inParts = { showInstallments, installmentConfig, translations, styles };
      installments = createStoredInstallments(card, inParts, this.context)?.(partsPlace);
    }
    this.choose(instrument, this.#code, installments);
  }
}
