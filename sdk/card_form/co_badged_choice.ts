/** Lets the cardholder choose the network of a co-badged card. Its code loads only where networks can be looked up. */
import { networksOf } from "../api/networks.ts";
import type { Emitter } from "../emitter/emitter.ts";
import type { CardScheme } from "../events.ts";
import type { FormContext } from "./form_context.ts";
import type { CardFormOptions } from "./options.ts";
import { SchemeChoice, SCHEMES } from "./scheme_choice.ts";

/** What the choice needs from its form. */
interface CoBadgedForm {
  readonly events: Emitter;
  readonly options: () => CardFormOptions;
  /** Shows the choice in the mounted form. */
  readonly show: (root: HTMLElement) => void;
  /** Tells the card frame which networks to name; none returns to the network of the number. */
  readonly send: (networks: readonly string[]) => void;
  readonly changed: () => void;
}

export class CoBadgedChoice {
  #choice: SchemeChoice | undefined;
  /** Networks may arrive while a payment runs. */
  #isLocked = false;
  /** The digits for which the networks were looked up. */
  #askedBin = "";

  constructor(
    private readonly context: Pick<FormContext, "language" | "lookUpBin">,
    private readonly form: CoBadgedForm,
  ) {}

  get schemes(): readonly CardScheme[] | undefined {
    return this.#choice?.schemes;
  }

  get chosen(): string | undefined {
    return this.#choice?.chosen;
  }

  /** Shows the choice for the digits of a co-badged card, and removes it for those of another. */
  async follow(bin: string): Promise<void> {
    if (bin === this.#askedBin) return;
    this.#askedBin = bin;
    this.#remove();
    const networks = await networksOf(bin, this.context.lookUpBin);
    if (networks.length === 0 || bin !== this.#askedBin) return;
    const { translations, styles } = this.form.options();
    this.#choice = new SchemeChoice({
      codes: networks,
      texts: () => this.context.language.of("schemes", SCHEMES),
      translations,
      styles: styles?.cardBrandSelector,
      changed: () => {
        this.form.changed();
        const { chosen: preferredScheme = "", schemes: cardSchemes = [] } = this;
        this.form.events.tell("preferredSchemeChanged", { preferredScheme, cardSchemes });
      },
    });
    this.#choice.lock(this.#isLocked);
    this.form.show(this.#choice.root);
    this.form.send(networks);
    this.form.changed();
  }

  /** Removes the choice, and looks up the next digits even when they are the same. */
  clear(): void {
    this.#askedBin = "";
    this.#remove();
  }

  retext(): void {
    this.#choice?.retext(this.form.options().translations);
  }

  restyle(): void {
    this.#choice?.restyle(this.form.options().styles?.cardBrandSelector);
  }

  lock(isLocked: boolean): void {
    this.#isLocked = isLocked;
    this.#choice?.lock(isLocked);
  }

  #remove(): void {
    if (this.#choice === undefined) return;
    this.#choice.root.remove();
    this.form.send([]);
    this.#choice = undefined;
  }
}
