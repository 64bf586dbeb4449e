/** Renders the drop-in: a fieldset of native radios, the open option below its row, result screens and the overlay. */
import { createLoader } from "../buttons/button_view.ts";
import { createMark, createNetwork } from "../instruments/network_badge.ts";
import { createStyler } from "../ui/css.ts";
import { createRadio } from "../ui/controls/choices.ts";
import { element, pressable } from "../ui/element.ts";
import type { DropinOptions } from "./options.ts";
import type { DropinState } from "./dropin_state.ts";
import type { Entry } from "./entries.ts";
import { rowStylesOf } from "./row_styles.ts";
import type { FailureTexts, Words } from "./texts.ts";

export interface DropinView {
  readonly root: HTMLElement;
  /** Where the open option's element is mounted. */
  readonly panelOf: (id: string) => HTMLElement | undefined;
  /** Shows these entries. A row that stays keeps its place and what is open in it. */
  readonly list: (entries: readonly Entry[]) => void;
  /** Moves the focus to the choice of this entry, or to the first one if it is gone. */
  readonly focus: (id: string) => void;
  /** Shows other texts for the same entries. */
  readonly retext: (entries: readonly Entry[]) => void;
  readonly draw: (state: DropinState, failure: FailureTexts | undefined) => void;
}

export interface DropinViewOptions {
  /** The texts as they are now. */
  readonly texts: () => Words;
  readonly styles: DropinOptions["styles"];
  readonly hasLogo: (code: string) => boolean;
  /** Applies colours, language and direction to the root. */
  readonly decorate: (root: HTMLElement) => void;
  readonly choose: (id: string) => void;
  readonly dismiss: () => void;
  /** Whether there is a page or challenge to open again. */
  readonly canOpenAgain: () => boolean;
  /** Opens the page or challenge again that the shopper closed. */
  readonly openAgain: () => void;
  readonly chooseOther: () => void;
}

interface Row {
  readonly item: HTMLElement;
  readonly radio: HTMLInputElement;
  readonly panel: HTMLElement;
  readonly restyle: (isActive: boolean) => void;
  readonly name: (entry: Entry) => void;
}

let made = 0;

export function createDropinView(options: DropinViewOptions): DropinView {
  const { styles } = options;
  // Merchants style by the plain name. A second drop-in on the page must not share its radios.
  const group = made++ === 0 ? "payment-option" : `payment-option-${made}`;
  const root = element("fieldset", "payrails-dropin");
  root.id = "payrails-dropin-component";
  createStyler(root)(styles?.container?.styles ?? undefined);
  const legend = element("legend", "payrails-dropin-legend");
  const failure = createFailure(options);
  const items = element("div", "payrails-dropin-items");
  items.dataset.testid = "dropin-item-container";
  const result = element("div", "payrails-dropin-result");
  result.setAttribute("role", "status");
  const { overlay, words } = createOverlay(options);
  root.append(legend, failure.live, items, result);
  const empty = element("p", "payrails-dropin-empty");
  let rows = new Map<string, Row>();
  const drawTexts = () => {
    const { legend: title, loading } = options.texts();
    legend.textContent = title;
    words.textContent = loading;
  };
  drawTexts();
  return {
    root,
    panelOf: (id) => rows.get(id)?.panel,
    list: (entries) => {
      const before = rows;
      rows = new Map(entries.map((entry) => [entry.id, before.get(entry.id) ?? createRow(entry, group, options)]));
      for (const [id, { item }] of before) if (!rows.has(id)) item.remove();
      // The frame of an open option would load again if its row moved.
      const firstNew = entries.findIndex(({ id }) => !before.has(id));
      const later = firstNew < 0 ? [] : [...rows.values()].slice(firstNew);
      items.append(...later.map(({ item }) => item));
      for (const entry of entries) rows.get(entry.id)?.name(entry);
      empty.textContent = options.texts().unavailable;
      if (entries.length === 0) items.append(empty);
      else empty.remove();
    },
    focus: (id) => (rows.get(id) ?? [...rows.values()][0])?.radio.focus(),
    retext: (entries) => {
      drawTexts();
      for (const entry of entries) rows.get(entry.id)?.name(entry);
      const { shows } = result.dataset;
      if (shows !== undefined) result.replaceChildren(...resultParts(shows, options));
    },
    draw: (state, texts) => {
      options.decorate(root);
      root.classList.toggle("single", rows.size === 1);
      root.setAttribute("aria-busy", String(state.isBusy));
      for (const [id, { item, radio, restyle }] of rows) {
        const isActive = id === state.active;
        radio.checked = isActive;
        item.classList.toggle("active", isActive);
        restyle(isActive);
      }
      failure.draw(state.hasFailed ? texts : undefined);
      items.inert = state.isBusy;
      if (state.isBusy) root.append(overlay);
      else overlay.remove();
      const isOver = state.screen !== "options";
      legend.hidden = items.hidden = isOver;
      drawResult(result, state, options);
    },
  };
}

function createRow(entry: Entry, group: string, { texts, styles, choose, hasLogo }: DropinViewOptions): Row {
  const name = element("span", "payrails-dropin-name", entry.label);
  const badge = element("span", "payrails-dropin-default");
  const { id } = entry;
  const instrument = entry.kind === "stored" ? entry.instrument : undefined;
  const method = instrument?.paymentMethod ?? id;
  const item = element("div", "payrails-dropin-item");
  item.id = instrument ? `payrails-payment-instrument-${id}` : `payrails-${id}-dropin-element`;
  item.dataset.testid = `dropin-item-${id}`;
  const label = element("label", "payrails-dropin-label");
  label.dataset.testid = `dropin-item-label-${id}`;
  const radio = createRadio(group, id, () => choose(id));
  radio.dataset.testid = `dropin-item-radio-${id}`;
  label.append(radio);
  if (instrument && method === "card") label.append(createNetwork(instrument.data?.network));
  else if (hasLogo(method)) label.append(createMark(method, entry.label));
  label.append(name);
  const panel = element("div", "payrails-dropin-panel");
  item.append(label, panel);
  const style = createStyler(item);
  const draw = (entry: Entry) => {
    name.textContent = entry.label;
    badge.textContent = texts().isDefault;
    if (entry.kind === "stored" && entry.instrument.default === true) label.append(badge);
    else badge.remove();
  };
  draw(entry);
  const rowStyles = rowStylesOf(styles, method);
  return {
    item,
    radio,
    panel,
    restyle: (isActive) => style(...rowStyles.flatMap(({ base, active }) => [base, isActive ? active : undefined])),
    name: draw,
  };
}

/** The live region exists from the start and is empty until there is a message. */
function createFailure({ texts, styles, dismiss }: DropinViewOptions) {
  const live = element("div", "payrails-dropin-alert");
  live.setAttribute("role", "alert");
  const message = pressable("payrails-dropin-failed", "", dismiss);
  message.id = "authorization-failed-message";
  createStyler(message)(styles?.authFailed);
  const advice = element("p", "payrails-dropin-advice");
  advice.id = "authorization-failed-advice";
  return {
    live,
    draw: (failure: FailureTexts | undefined) => {
      say(message, failure?.message);
      message.title = texts().dismiss;
      say(advice, failure?.advice);
      const parts = failure === undefined ? [] : failure.advice === undefined ? [message] : [message, advice];
      // The shopper's focus stays on a message that stays.
      if (live.children.length !== parts.length) live.replaceChildren(...parts);
    },
  };
}

/** The same text again would be announced again. */
function say(part: HTMLElement, text = ""): void {
  if (part.textContent !== text) part.textContent = text;
}

function createOverlay({ styles }: DropinViewOptions) {
  const overlay = element("div", "payrails-dropin-overlay");
  overlay.id = "payrails-dropin-loader";
  const { root, words } = createLoader();
  createStyler(overlay)(styles?.loadingScreen?.overlay);
  createStyler(root)(styles?.loadingScreen?.loader);
  overlay.append(root);
  return { overlay, words };
}

/** A result that is shown is announced once. */
function drawResult(result: HTMLElement, { screen, isLeft }: DropinState, options: DropinViewOptions): void {
  const name = screen === "options" ? undefined : isLeft ? "left" : screen;
  if (result.dataset.shows === name) return;
  delete result.dataset.shows;
  if (name !== undefined) result.dataset.shows = name;
  const parts = name === undefined ? [] : resultParts(name, options);
  result.replaceChildren(...parts);
  // The focused element disappeared with the options.
  parts[0]?.focus();
}

/** What the shopper reads and can do once the options are gone. */
function resultParts(name: string, options: DropinViewOptions): HTMLElement[] {
  const { texts, styles, canOpenAgain, openAgain, chooseOther } = options;
  const { left, openAgain: again, otherWay, ...results } = texts();
  const kind = name === "success" ? name : "pending";
  const message = element("p", `payrails-dropin-${kind}`, results[kind]);
  message.id = `payrails-authorization-${kind}`;
  if (kind === "success") createStyler(message)(styles?.authSuccess);
  message.tabIndex = -1;
  if (name !== "left") return [message];
  const advice = element("p", "payrails-dropin-advice", left);
  const [open, other] = [
    pressable("payrails-button", again, openAgain),
    pressable("payrails-dropin-action", otherWay, chooseOther),
  ];
  open.id = "payrails-open-again";
  other.id = "payrails-choose-other";
  return canOpenAgain() ? [message, advice, open, other] : [message, other];
}
